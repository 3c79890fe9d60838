import path from 'node:path'
import { z } from 'zod'
import { startProgram, type Program } from './program.ts'
import { failedAs, FileResult } from './results.ts'

/** The environment variables of a worker's servers. */
export type WorkerEnvironment = Readonly<Record<string, string>>

/** Test files to run; those in `alone` while no other does, those in `last` after all others. */
export type Queue = Readonly<{ files: readonly string[]; alone: readonly string[]; last: readonly string[] }>

/** A signal that stops the run, and callbacks for failures and results. */
export type WorkerOptions = Readonly<{
  signal: AbortSignal
  tell: (text: string) => void
  done: (result: FileResult) => void
}>

const script = path.join(import.meta.dirname, 'run-worker.ts')
const Message = z.object({
  ready: z.boolean().optional(),
  text: z.string().optional(),
  result: FileResult.optional(),
})
type Message = z.infer<typeof Message>

/** Runs test files in one process per environment, which starts before `wait` ends; each takes the next file of the queue then. */
export async function runInWorkers(
  queue: Queue,
  environments: readonly WorkerEnvironment[],
  options: WorkerOptions,
  wait: Promise<unknown> = Promise.resolve(),
): Promise<FileResult[]> {
  const results: FileResult[] = []
  const work = async (worker: Worker, files: string[]): Promise<void> => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      if (options.signal.aborted) return
      const result = await worker.run(file)
      results.push(result)
      options.done(result)
    }
  }
  const [files, last] = [[...queue.files], [...queue.last]]
  const workers = environments.map((env) => createWorker(env, options))
  if (!options.signal.aborted && files.length > 0) await Promise.all(workers.map(async (one) => one.start()))
  await wait
  await Promise.all(workers.map(async (worker) => work(worker, files)))
  if (workers[0] !== undefined) await work(workers[0], [...queue.alone])
  await Promise.all(workers.map(async (worker) => work(worker, last)))
  results.push(...(await Promise.all(workers.map(async (worker) => worker.end()))).flat())
  return results
}

type Worker = Readonly<{
  /** Starts its process unless it runs. */
  start(): Promise<unknown>
  run(file: string): Promise<FileResult>
  /** Ends its process; returns a failure if it did not exit cleanly. */
  end(): Promise<FileResult[]>
}>

/** A worker process, started again after a crash. */
function createWorker(env: WorkerEnvironment, options: WorkerOptions): Worker {
  let program: Program | undefined
  const failed = (file: string, text: string, seconds = 0): FileResult => {
    options.tell(`not ok  ${file}: ${text}\n`)
    return failedAs(file, seconds)
  }
  const start = async (): Promise<Program> => {
    if (program !== undefined) return program
    program = startProgram(process.execPath, [script], {
      signal: options.signal,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await answer(program, ({ ready }) => ready)
    return program
  }
  /** The first message that matches; undefined if the process ends before. */
  const answer = async <T>(
    { child, ended }: Program,
    pick: (message: Message) => T | undefined,
  ): Promise<T | undefined> =>
    new Promise((resolve) => {
      const listen = (received: unknown): void => {
        const message = Message.parse(received)
        if (message.text !== undefined) options.tell(message.text)
        const picked = pick(message)
        if (picked === undefined) return
        child.off('message', listen)
        resolve(picked)
      }
      child.on('message', listen)
      void ended.then(() => resolve(undefined))
    })
  return {
    start,
    async run(file) {
      const began = performance.now()
      const running = await start()
      const { child, ended } = running
      if (child.connected) child.send({ file })
      const result = await answer(running, (message) => message.result)
      if (result !== undefined) return result
      program = undefined
      const seconds = (performance.now() - began) / 1000
      return failed(file, `its process ended with exit code ${String(await ended)}`, seconds)
    },
    async end() {
      if (program === undefined) return []
      const { child, ended } = program
      if (child.connected) child.disconnect()
      const code = await ended
      return code === 0 || options.signal.aborted
        ? []
        : [failed('the end of a worker', `exit code ${String(code)}`)]
    },
  }
}
