import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { destination, pino, stdTimeFunctions, type LevelWithSilent, type Logger } from 'pino'

/** Bytes of lines that wait while they cannot be written; further ones are lost. */
const MOST_WAITING = 1_048_576

/**
 * Logs JSON lines to standard output or to a file, and goes on where they cannot be written, as on a full disk. Never pass it secrets:
 * requests are logged by id, without headers.
 */
export function createLog(level: LevelWithSilent, file?: string): Logger {
  const options = { level, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }
  // A file at once: lines that wait are written at the end of the process, which a full disk would keep from ending.
  const sync = file !== undefined || !hasReader(1)
  const output = destination({ dest: file ?? 1, mkdir: true, sync, maxLength: MOST_WAITING })
  output.on('error', () => undefined)
  return pino(options, output)
}

/** Whether something reads what is written there: one that stalls must not stop the service. */
function hasReader(fd: number): boolean {
  const stats = fstatSync(fd)
  return stats.isFIFO() || stats.isSocket() || isatty(fd)
}
