import { closeSync, createWriteStream, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'content-disposition'
import type { ApiClient } from './api-client.ts'
import { CliError, EXIT } from './errors.ts'
import { say } from './output.ts'
import { counting, startProgress } from './progress.ts'

/** @throws CliError when the file exists and `force` is not set */
function refuseToOverwrite(file: string, force: boolean | undefined): void {
  if (!force && existsSync(file))
    throw new CliError(`${file} exists already; --force replaces it`, EXIT.conflict)
}

/** Where a streamed answer goes: a file, which is replaced only by `force`, or `-` for standard output. */
export type Destination = Readonly<{ output?: string; force?: boolean }>
type Streamed = Awaited<ReturnType<ApiClient['stream']>>

/**
 * Saves a streamed answer, by default to the file that `named` chooses by the name in its Content-Disposition; Ctrl-C leaves no file.
 * @throws CliError
 */
export async function saveAnswer(
  ask: (signal: AbortSignal) => Promise<Streamed>,
  { output, force }: Destination,
  { what, named, done }: Readonly<{ what: string; named: (name: string) => string; done: string }>,
): Promise<void> {
  if (output !== undefined && output !== '-') refuseToOverwrite(output, force)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort())
  const { body, header } = await ask(interrupt.signal)
  const file = output ?? named(nameIn(header('content-disposition')))
  if (file === '-') return print(body)
  refuseToOverwrite(file, force)
  await save(body, file, { what, force, signal: interrupt.signal })
  say(`${done} ${file}`)
}

/** The name of a file in this folder, and no hidden one; empty without a name. */
function nameIn(disposition = 'attachment'): string {
  return path.basename(parse(disposition).parameters['filename'] ?? '').replace(/^\.+/, '')
}

/** Writes a stream to standard output. @throws CliError when it breaks off */
export async function print(source: Readable): Promise<void> {
  await pipeline(source, process.stdout, { end: false }).catch(brokenOff)
}

/**
 * Saves a stream to a file atomically.
 * @throws CliError when the stream breaks off, the file cannot be written, or it appeared meanwhile
 */
async function save(
  source: Readable,
  file: string,
  { what, force, signal }: Readonly<{ what: string; force: boolean | undefined; signal: AbortSignal }>,
): Promise<void> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`)
  const progress = startProgress(what)
  try {
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
    await pipeline(source, (chunks: AsyncIterable<Buffer>) => counting(chunks, progress), output, { signal })
    refuseToOverwrite(file, force)
    // Takes the name first, so that a file that appeared meanwhile is not replaced.
    if (!force) closeSync(openSync(file, 'wx'))
    renameSync(draft, file)
  } catch (error) {
    brokenOff(error, file)
  } finally {
    progress.end()
    rmSync(draft, { force: true })
  }
}

function brokenOff(error: unknown, file?: string): never {
  if (error instanceof CliError) throw error
  const { name, code, syscall } = error as NodeJS.ErrnoException
  if (name === 'AbortError') throw new CliError('interrupted; no file was left', EXIT.interrupted)
  if (code === 'EPIPE' && syscall === 'write') throw error
  if (file !== undefined && syscall !== undefined && syscall !== 'read') {
    throw new CliError(`${file} cannot be written (${code})`, EXIT.failure, { cause: error })
  }
  const rest = file === undefined ? '' : '; no file was left'
  throw new CliError(`the answer broke off${rest}: run the command again`, EXIT.unreachable, { cause: error })
}
