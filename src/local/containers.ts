import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import which from 'which'
import { OperatorError } from '../platform/operator-error.ts'
import { startProcess, type ServerProcess } from './child-process.ts'
import { ensureFolder, type LaunchOptions } from './launch-options.ts'

const run = promisify(execFile)

/** An engine that hangs must not hang a start or stop. */
const ENGINE_MS = 60_000

/** A running container engine: its command-line program, and its options for the user of containers. */
export type Engine = Readonly<{ program: string; userOptions: readonly string[] }>

/** Finds the first of docker and podman whose engine answers within five seconds. */
export async function findEngine(): Promise<Engine | undefined> {
  for (const name of ['docker', 'podman']) {
    const program = which.sync(name, { nothrow: true })
    if (program === null) continue
    try {
      const { stdout } = await run(program, ['info', '--format', '{{json .}}'], {
        timeout: 5_000,
        maxBuffer: 1e7,
      })
      // Some versions of docker report an unreachable engine inside the JSON with exit code 0.
      if (!/"ServerErrors":\s*\[/.test(stdout)) return { program, userOptions: userOptions(stdout) }
    } catch {
      // Try the next engine.
    }
  }
  return undefined
}

/** Options that make the container's files belong to the current user. */
function userOptions(info: string): string[] {
  const user = `${String(process.getuid?.() ?? 0)}:${String(process.getgid?.() ?? 0)}`
  if (user.startsWith('0:')) return []
  if (/"rootless":\s*true/i.test(info)) return ['--userns=keep-id', '--user', user]
  return info.includes('name=rootless') ? [] : ['--user', user]
}

/** The options of a server's container. */
export type ContainerOptions = Readonly<{
  name: string
  image: string
  dataFolder: string
  ports: readonly (readonly [host: number, container: number])[]
  env?: Readonly<Record<string, string>>
  args?: readonly string[]
  input?: string
}>

/** Pulls a missing image, showing the engine's progress; returns whether the image is available. */
export async function pullImage(engine: Engine, image: string, signal: AbortSignal): Promise<boolean> {
  const there = run(engine.program, ['image', 'inspect', image]).then(
    () => true,
    () => false,
  )
  if (await there) return true
  console.log(`Downloading the image ${image} …`)
  // In a log, its progress would be thousands of lines.
  const output = process.stdout.isTTY ? 'inherit' : 'ignore'
  const pull = spawn(engine.program, ['pull', image], { stdio: ['ignore', output, output], signal })
  return new Promise((resolve) => {
    pull.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
}

/** The name of a server's container, unique per data folder. */
export function containerName(launch: Pick<LaunchOptions, 'dataDir'>, server: string): string {
  return `idea-repository-${server}-${createHash('sha256').update(launch.dataDir).digest('hex').slice(0, 12)}`
}

/**
 * Runs a container in the foreground of a client process, so that it can be stopped, watched and logged like any server
 * process: the client forwards SIGTERM.
 */
export async function startContainer(
  engine: Engine,
  launch: LaunchOptions,
  options: ContainerOptions,
): Promise<ServerProcess> {
  const container = containerName(launch, options.name)
  const home = ensureFolder(launch, options.name)
  await removeContainer(engine, container)
  const client = await startProcess({
    command: engine.program,
    args: [
      'run',
      '--rm',
      '--interactive',
      `--name=${container}`,
      ...engine.userOptions,
      // Required to access the user's folders where SELinux is enforcing.
      '--security-opt=label=disable',
      `--volume=${options.dataFolder}:/data`,
      ...options.ports.map(([host, inside]) => `--publish=127.0.0.1:${host}:${inside}`),
      // Only names on the command line; the values, which include passwords, are passed by the environment.
      ...Object.keys(options.env ?? {}).map((name) => `--env=${name}`),
      options.image,
      ...(options.args ?? []),
    ],
    env: options.env ?? {},
    input: options.input ?? '',
    logFile: path.join(ensureFolder(launch, 'logs'), `${options.name}-container.log`),
    recordFile: path.join(home, 'process.json'),
  })
  const stop = async () => {
    await client.stop()
    // The engine may have ended, too.
    await removeContainer(engine, container).catch(() => undefined)
  }
  return { ...client, stop, container }
}

/**
 * Stops and removes a container that outlived its client; returns whether there was one.
 * @throws OperatorError when the engine does not answer
 */
export async function removeContainer({ program }: Engine, container: string): Promise<boolean> {
  const ask = async (...args: string[]) => run(program, args, { timeout: ENGINE_MS })
  const found = await ask('ps', '--all', '--quiet', '--filter', `name=^${container}$`).catch(
    (error: unknown) => {
      throw new OperatorError(`${path.basename(program)} does not answer`, { cause: error })
    },
  )
  if (found.stdout.trim() === '') return false
  // --rm may have removed it meanwhile. -t, because Docker renamed the long option.
  await ask('stop', '-t', '30', container).catch(() => undefined)
  await ask('rm', '--force', container).catch(() => undefined)
  return true
}
