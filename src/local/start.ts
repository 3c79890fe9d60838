// npm start: see run-instance.ts.
import path from 'node:path'
import { OperatorError, readConfig, type Config } from '../config.ts'
import { createLog } from '../logging/log.ts'
import { serve } from '../server.ts'
import { runInstance } from './run-instance.ts'
import { stopRequest } from './stop-request.ts'

const stop = stopRequest()
// The terminal is for people: what programs read goes beside the logs of the databases.
const serveQuietly = async (config: Config) =>
  serve(config, { log: createLog(config.logLevel, path.join(config.dataDir, 'logs/service.log')) })
try {
  await runInstance(readConfig(process.env), stop, serveQuietly)
} catch (error) {
  const stopped = stop.signal.aborted && error instanceof Error && error.name === 'AbortError'
  if (!stopped) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}
if (stop.signal.aborted) console.log('Stopped.')
process.exit()
