import { destination, pino, stdTimeFunctions, type Logger } from 'pino'

/** The lowest severity that is logged. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Bytes of lines that wait while they cannot be written; further ones are lost. */
const MOST_WAITING = 1_048_576

/**
 * Logs JSON lines to standard output or to a file, and goes on where they cannot be written, as on a full disk. Never pass it secrets:
 * requests are logged by id, without headers.
 */
export function createLog(level: LogLevel, file?: string): Logger {
  const options = { level, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }
  // A file is written to at once: lines that wait would be written at the end of the process, which a full disk would keep from ending. Standard
  // output is not, because a reader that stalls must not stop the service.
  const sync = file !== undefined
  const output = destination({ dest: file ?? 1, mkdir: true, sync, maxLength: MOST_WAITING })
  output.on('error', () => undefined)
  return pino(options, output)
}
