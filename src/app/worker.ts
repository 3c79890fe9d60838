import { OperatorError, readConfig } from './config.ts'
import { createLog } from './logging/log.ts'
import { createServices } from './services.ts'

const CLOSE_MS = 15_000

/** The background work in a process of its own, for services with `WORKER=separate`. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const services = createServices(config, { log })
  const stop = (): void => {
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    void services.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await services.migrate()
  await services.indexing.start()
  log.info('working')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`)
  process.exit(1)
})
