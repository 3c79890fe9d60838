import { createReadStream, openSync, statSync, type ReadStream } from 'node:fs'
import { CliError } from './errors.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'may not be read',
}

/** What a path is. @throws CliError when there is no such thing */
export function statOf(path: string) {
  try {
    return statSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** The length of a file. @throws CliError when there is none, or it is a folder */
export function fileSize(path: string): number {
  const stats = statOf(path)
  if (!stats.isFile()) throw new CliError(`${path}: is no file`)
  return stats.size
}

/** A stream of a file. @throws CliError when it cannot be opened */
export function openFile(path: string): ReadStream {
  try {
    return createReadStream(path, { fd: openSync(path, 'r') })
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Tells why a file cannot be read. */
export function unreadable(path: string, error: unknown): CliError {
  if (error instanceof TypeError) return new CliError(`${path}:1: is not UTF-8`)
  const { code = '', message } = error as NodeJS.ErrnoException
  return new CliError(`${path}: ${REASONS[code] ?? message}`)
}
