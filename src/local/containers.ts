import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { startProcess, type ServerProcess } from './child-process.ts'
import { folderOf, type Place } from './place.ts'
import { onPath } from './programs.ts'

const run = promisify(execFile)

/** A container engine that answers, by its command-line program. */
export type Engine = Readonly<{ program: string; userOptions: readonly string[] }>

/** The first of docker and podman whose engine answers within five seconds. */
export async function findEngine(): Promise<Engine | undefined> {
  for (const name of ['docker', 'podman']) {
    const program = onPath(name)
    if (program === undefined) continue
    try {
      const { stdout } = await run(program, ['info', '--format', '{{json .}}'], {
        timeout: 5_000,
        maxBuffer: 1e7,
      })
      // docker's program reports an engine that does not answer inside its JSON, with exit code 0 in some versions.
      if (!/"ServerErrors":\s*\[/.test(stdout)) return { program, userOptions: userOptions(stdout) }
    } catch {
      // This one does not answer; the next may.
    }
  }
  return undefined
}

/** Makes the container's files belong to whoever starts it, so that they can be read and removed without being root. */
function userOptions(info: string): string[] {
  const user = `${String(process.getuid?.() ?? 0)}:${String(process.getgid?.() ?? 0)}`
  if (user.startsWith('0:')) return []
  if (/"rootless":\s*true/i.test(info)) return ['--userns=keep-id', '--user', user]
  return info.includes('name=rootless') ? [] : ['--user', user]
}

/** One server in a container: its image and everything that makes it this server. */
export type ContainerOptions = Readonly<{
  name: string
  image: string
  dataFolder: string
  ports: readonly (readonly [host: number, container: number])[]
  env?: Readonly<Record<string, string>>
  args?: readonly string[]
  input?: string
}>

/** Brings the image if it is not there, with the engine's own progress; says whether that went well. */
export async function bringImage(engine: Engine, image: string, signal: AbortSignal): Promise<boolean> {
  const there = run(engine.program, ['image', 'inspect', image]).then(
    () => true,
    () => false,
  )
  if (await there) return true
  console.log(`Bringing the image ${image} …`)
  // Its progress is for people; in a log it would be thousands of lines.
  const output = process.stdout.isTTY ? 'inherit' : 'ignore'
  const pull = spawn(engine.program, ['pull', image], { stdio: ['ignore', output, output], signal })
  return new Promise((resolve) => {
    pull.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
}

/** A container's name, the same at every start with this data folder. */
export function containerName(place: Pick<Place, 'dataDir'>, server: string): string {
  return `idea-repository-${server}-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 12)}`
}

/**
 * Runs a container in the foreground of a client process, so that it is stopped, watched and logged like any other
 * server process: the engine's program passes SIGTERM on to it.
 */
export async function startContainer(
  engine: Engine,
  place: Place,
  options: ContainerOptions,
): Promise<ServerProcess & { container: string }> {
  const container = containerName(place, options.name)
  const home = folderOf(place, options.name)
  await removeContainer(engine, container)
  const client = await startProcess({
    command: engine.program,
    args: [
      'run',
      '--rm',
      '--interactive',
      `--name=${container}`,
      ...engine.userOptions,
      // Where SELinux enforces, a container may not touch a folder of the user's otherwise.
      '--security-opt=label=disable',
      `--volume=${options.dataFolder}:/data`,
      ...options.ports.map(([host, inside]) => `--publish=127.0.0.1:${String(host)}:${String(inside)}`),
      // Only the names: the values, passwords among them, reach the program by its environment.
      ...Object.keys(options.env ?? {}).map((name) => `--env=${name}`),
      options.image,
      ...(options.args ?? []),
    ],
    env: options.env ?? {},
    input: options.input ?? '',
    logFile: path.join(folderOf(place, 'logs'), `${options.name}-container.log`),
    recordFile: path.join(home, 'process.json'),
  })
  const stop = async () => {
    await client.stop()
    await removeContainer(engine, container)
  }
  return { ...client, stop, container }
}

/** Stops and removes a container that is still there although its client is not; says whether there was one. */
export async function removeContainer(engine: Engine, container: string): Promise<boolean> {
  const { stdout } = await run(engine.program, ['ps', '--all', '--quiet', '--filter', `name=^${container}$`])
  if (stdout.trim() === '') return false
  // --rm may have removed it in the meantime. Docker has renamed the long form of -t.
  await run(engine.program, ['stop', '-t', '30', container]).catch(() => undefined)
  await run(engine.program, ['rm', '--force', container]).catch(() => undefined)
  return true
}
