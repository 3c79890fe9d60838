import { destination, pino, stdTimeFunctions, type Logger } from 'pino'
import type { Config } from '../config.ts'

/**
 * JSON lines on standard output, or in a file. Nothing secret is ever handed to it: requests are logged by id, not by
 * header.
 */
export function createLog(level: Config['logLevel'], file?: string): Logger {
  const options = { level, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }
  return file === undefined ? pino(options) : pino(options, destination({ dest: file, mkdir: true }))
}
