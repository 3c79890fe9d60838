import { createWriteStream, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CliError, EXIT } from './errors.ts'
import { counting, startProgress } from './progress.ts'

/** @throws CliError when the file exists and `force` is not set */
export function refuseToOverwrite(file: string, force: boolean | undefined): void {
  if (!force && existsSync(file))
    throw new CliError(`${file} exists already; --force replaces it`, EXIT.conflict)
}

/** Writes a stream to standard output. @throws CliError when it breaks off */
export async function print(source: Readable): Promise<void> {
  await pipeline(source, process.stdout, { end: false }).catch(brokenOff)
}

/**
 * Saves a stream to a file atomically.
 * @throws CliError when the stream breaks off, the file cannot be written, or it appeared meanwhile
 */
export async function save(
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
    if (force) renameSync(draft, file)
    else linkSync(draft, file)
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
