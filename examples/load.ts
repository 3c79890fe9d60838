// Loads a graph file through the REST API: npm run examples -- [file]. See examples/README.md.
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readInstance } from '../src/local/instance.ts'
import { OperatorError } from '../src/platform/operator-error.ts'
import { createApiClient } from './api-client.ts'
import { readGraph } from './graph-file.ts'
import { countSteps, loadGraph } from './load-graph.ts'
import { startProgress } from './progress.ts'

const help = `Loads a graph of ideas through the REST API; what is there already stays as it is.

  npm run examples -- [options] [file]

  file               .json (a graph) or .jsonl (one idea on each line); default: the sample graph
  --url URL          where the service is; default: IDEAS_URL, else that of npm start
  --ca FILE          certificate to trust; default: the one that npm start made (DATA_DIR/tls/cert.pem), if any
  --concurrency N    requests at a time, 1 to 32; default: 4
  --help             this text

The API key is read from IDEAS_API_KEY. The result is one line of JSON on standard output.
`

/** What the command line and the environment ask for. */
type Command = Readonly<{
  file: string
  url: string
  ca: string | undefined
  apiKey: string
  concurrency: number
}>

function readCommand(env: Readonly<Record<string, string | undefined>>): Command | 'help' {
  const { values, positionals } = readArguments()
  if (values.help === true) return 'help'
  const [file = path.join(import.meta.dirname, 'sample-graph.json'), ...others] = positionals
  if (others.length > 0) throw new OperatorError('one file at a time, see --help')
  const dataDir = env['DATA_DIR'] || '.data'
  const url = values.url ?? (env['IDEAS_URL'] || readInstance(dataDir)?.url) ?? 'https://localhost:8443'
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new OperatorError(`${url} is not an address that starts with https://`)
  }
  const concurrency = Number(values.concurrency)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 32) {
    throw new OperatorError('--concurrency must be a whole number from 1 to 32')
  }
  const apiKey = env['IDEAS_API_KEY'] ?? ''
  if (!/^[\x21-\x7E]+$/.test(apiKey)) {
    throw new OperatorError('IDEAS_API_KEY must hold an API key: npm start prints one on an empty database')
  }
  return { file, url, ca: readCertificate(values.ca, dataDir), apiKey, concurrency }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        ca: { type: 'string' },
        concurrency: { type: 'string', default: '4' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}; see --help`)
  }
}

function readCertificate(given: string | undefined, dataDir: string): string | undefined {
  const file = given ?? path.join(dataDir, 'tls/cert.pem')
  if (given === undefined && !existsSync(file)) return undefined
  try {
    const pem = readFileSync(file, 'utf8')
    void new X509Certificate(pem)
    return pem
  } catch (error) {
    const { code = 'it holds no certificate' } = error as NodeJS.ErrnoException
    throw new OperatorError(`the certificate ${file} cannot be read (${code})`)
  }
}

async function run({ file, url, ca, apiKey, concurrency }: Command): Promise<void> {
  const graph = await readGraph(file)
  const started = performance.now()
  const progress = startProgress(countSteps(graph))
  const client = createApiClient({ url, apiKey, ca, say: progress.say })
  const loaded = await loadGraph(graph, client.send, concurrency, progress.step).finally(async () => {
    progress.stop()
    await client.close()
  })
  const seconds = Math.round((performance.now() - started) / 10) / 100
  process.stdout.write(`${JSON.stringify({ ...loaded, seconds })}\n`)
}

try {
  const command = readCommand(process.env)
  if (command === 'help') process.stdout.write(help)
  else await run(command)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
