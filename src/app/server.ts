import { isIPv6 } from 'node:net'
import { masterKeysOf } from './compose-develop.ts'
import { readConfig, OperatorError, type Config } from './config.ts'
import { createApp } from './http/app.ts'
import { ownKeyPair, readKeyPair } from './http/certificate.ts'
import { listen } from './http/listener.ts'
import { createLog } from './logging/log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createServices, type Services, type Surroundings } from './services.ts'
import { VERSION } from './version.ts'

/** A service that accepts requests. */
export type RunningServer = Readonly<{
  /** Where it is, without the path. */
  url: string
  services: Services
  close(): Promise<void>
}>

const SWEEP_MS = 10 * 60_000
const CLOSE_MS = 15_000

/**
 * Migrates the database and serves the interface.
 * @throws OperatorError when the configuration, the port or the database does not allow it
 */
export async function serve(config: Config, surroundings?: Partial<Surroundings>): Promise<RunningServer> {
  const log = surroundings?.log ?? createLog(config.logLevel)
  await masterKeysOf(config).all()
  const tls = await keyPair(config)
  const services = createServices(config, { ...surroundings, log })
  try {
    await services.migrate()
    const lost = await services.rotation.lost()
    if (lost > 0) log.warn({ lost }, 'provider keys of users are under a master key that is not given')
    await services.warmUp().catch((error: unknown) => log.warn({ err: error }, 'not warmed up'))
    const metrics = createMetrics({ token: config.metricsToken, quotaMode: services.admission.mode })
    const app = createApp({
      endpoints: services.endpoints,
      admission: services.admission,
      log,
      version: VERSION,
      trustProxy: config.trustProxy,
      observe: metrics.observe,
      metrics: metrics.serve,
    })
    if (config.worker === 'inside') await services.indexing.start()
    const { host, port } = config
    const listener = await listen(app.callback(), { host, port, tls })
    const sweep = async (): Promise<void> =>
      services.sweep().catch((error: unknown) => log.warn({ err: error }, 'not swept'))
    const sweeper = setInterval(() => void sweep(), SWEEP_MS).unref()
    const url = `${config.trustProxy ? 'http' : 'https'}://${nameOf(host)}:${listener.port}`
    log.info({ url }, 'serving')
    return {
      url,
      services,
      async close() {
        clearInterval(sweeper)
        await listener.close()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

/** What stands for the host in an address. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

async function keyPair(config: Config) {
  if (config.trustProxy) return undefined
  return config.tls === undefined ? ownKeyPair(config.dataDir, config.host) : readKeyPair(config.tls)
}

async function main(): Promise<void> {
  let server: RunningServer | undefined
  const stop = (): void => {
    if (server === undefined) process.exit(0)
    // Whatever still hangs by then (a database that does not answer) must not keep the process alive.
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    void server.close().then(() => process.exit(0))
  }
  // Before the start: the first process of a container is not ended by a signal that nobody listens for.
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  server = await serve(readConfig(process.env))
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
