import { destination, pino, stdTimeFunctions, type Logger } from 'pino'

/** The lowest severity that is logged. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Logs JSON lines to standard output or to a file. Never pass it secrets: requests are logged by id, without headers. */
export function createLog(level: LogLevel, file?: string): Logger {
  const options = { level, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }
  return file === undefined ? pino(options) : pino(options, destination({ dest: file, mkdir: true }))
}
