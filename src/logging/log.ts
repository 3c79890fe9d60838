import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** JSON lines on standard output. Nothing secret is ever handed to it: requests are logged by id, not by header. */
export function createLog(level: Config['logLevel'], name: string): Logger {
  return pino({ level, base: { name, pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime })
}
