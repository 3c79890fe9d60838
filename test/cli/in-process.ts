import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { main } from '../../src/cli/ideas.ts'

/** What a run of the program left. */
export type Run = Readonly<{ code: number | null; stdout: string; stderr: string }>

/** What a run of the program is given. */
export type Surroundings = Readonly<{
  input: string
  env: Readonly<Record<string, string>>
  cwd: string | undefined
}>

// The console binds its streams when they are first asked for, which must not be while they are others.
for (const stream of ['_stdout', '_stderr']) Reflect.get(console, stream)

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs `ideas …` in this process with streams, variables and a folder of its own, as if none were a terminal. One run at a
 * time, because a process has one of each.
 */
export async function runInProcess(args: readonly string[], surroundings: Surroundings): Promise<Run> {
  const run = turn.then(async () => runNow(args, surroundings))
  turn = run.catch(() => undefined)
  return run
}

async function runNow(args: readonly string[], { input, env, cwd }: Surroundings): Promise<Run> {
  using undo = new DisposableStack()
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  for (const [name, stream] of Object.entries(streams)) {
    const usual = Object.getOwnPropertyDescriptor(process, name) ?? {}
    Object.defineProperty(process, name, { configurable: true, value: stream })
    undo.defer(() => Object.defineProperty(process, name, usual))
  }
  for (const [name, value] of Object.entries(env)) {
    const usual = process.env[name]
    process.env[name] = value
    undo.defer(() => (usual === undefined ? delete process.env[name] : (process.env[name] = usual)))
  }
  const folder = process.cwd()
  process.chdir(cwd ?? folder)
  undo.defer(() => process.chdir(folder))
  const listeners = new Set(process.listeners('SIGINT').concat(process.listeners('SIGTERM')))
  undo.defer(() => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const listener of process.listeners(signal))
        if (!listeners.has(listener)) process.off(signal, listener)
  })
  const trusted = getCACertificates()
  if (env['NODE_EXTRA_CA_CERTS'] !== undefined) {
    setDefaultCACertificates([...trusted, readFileSync(env['NODE_EXTRA_CA_CERTS'], 'utf8')])
    undo.defer(() => setDefaultCACertificates(trusted))
  }
  undo.defer(() => (process.exitCode = undefined))
  const said = Promise.all([text(streams.stdout), text(streams.stderr)])
  streams.stdin.end(input)
  await main(args)
  streams.stdout.end()
  streams.stderr.end()
  const [stdout, stderr] = await said
  return { code: Number(process.exitCode ?? 0), stdout, stderr }
}
