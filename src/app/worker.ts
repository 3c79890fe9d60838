import { readConfig } from './config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { createApplication } from './application.ts'

const CLOSE_MS = 15_000

/** Runs the background work in a separate process, for servers with `WORKER=separate`. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const application = createApplication(config, { log })
  let isWorking = false
  const stop = (): void => {
    if (!isWorking) process.exit(0)
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    void application.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await application.start({ work: true })
  isWorking = true
  log.info('working')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`)
  process.exit(1)
})
