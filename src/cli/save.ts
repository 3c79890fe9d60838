import { createWriteStream, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CliError, EXIT } from './errors.ts'
import { startProgress } from './progress.ts'

/** @throws CliError when the file is there already and may not be replaced */
export function refuseToOverwrite(file: string, force: boolean | undefined): void {
  if (!force && existsSync(file))
    throw new CliError(`${file} exists already; --force replaces it`, EXIT.conflict)
}

/** Puts a stream on standard output. @throws CliError when it breaks off */
export async function print(source: Readable): Promise<void> {
  await pipeline(source, process.stdout, { end: false }).catch(brokenOff)
}

/**
 * Saves a stream: the file appears whole or not at all.
 * @throws CliError when the stream breaks off, the file cannot be written, or it appeared meanwhile
 */
export async function save(
  source: Readable,
  file: string,
  { what, force, signal }: Readonly<{ what: string; force: boolean | undefined; signal: AbortSignal }>,
): Promise<void> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`)
  const progress = startProgress(what)
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      progress.add(chunk.length)
      done(null, chunk)
    },
  })
  try {
    await pipeline(source, count, createWriteStream(draft, { flags: 'wx', mode: 0o600 }), { signal })
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
