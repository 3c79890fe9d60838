import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { masterKeysOf } from '../platform/auth/master-keys.ts'
import { readConfig, type Config } from './config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { createApp } from '../platform/http/app.ts'
import { ownKeyPair, readKeyPair } from '../platform/http/certificate.ts'
import { listen, type Closing } from '../platform/http/listener.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import type { Overrides } from '../platform/platform.ts'
import { createApplication } from './application.ts'
import { VERSION } from './version.ts'

/** Housekeeping: the first a minute after the start, when the first requests have been served, then every ten minutes. */
const SWEEP = { firstMs: 60_000, everyMs: 10 * 60_000 }
/**
 * Shutdown on SIGTERM: readiness is 503 at once; proxies have `drainMs` to see it, requests `finishMs` (develop may take 60 s),
 * and background work and database connections `closeMs`.
 */
export const SHUTDOWN = { drainMs: 2_000, finishMs: 65_000, closeMs: 15_000 }

type Settings = Readonly<{ log?: Logger; sweep?: typeof SWEEP }>

/**
 * Prepares the databases and serves the API.
 * @throws OperatorError when the configuration, the port or the database cannot be used
 */
export async function serve(
  config: Config,
  { sweep: { firstMs, everyMs } = SWEEP, ...overrides }: Overrides & Settings = {},
) {
  const log = overrides.log ?? createLog(config.logLevel)
  await masterKeysOf(config).all()
  const tls = await keyPair(config)
  const application = createApplication(config, { ...overrides, log })
  try {
    await application.start({ work: config.worker === 'inside' })
    const lost = await application.rotation.lost()
    if (lost > 0) log.warn({ lost }, 'users’ provider keys are encrypted with an unknown master key')
    const metrics = createMetrics({ token: config.metricsToken, quotaMode: application.authenticator.mode })
    const { host, port, trustProxy } = config
    const listener = await listen((request, response) => void handle(request, response), { host, port, tls })
    const url = `${trustProxy ? 'http' : 'https'}://${nameOf(host)}:${listener.port}`
    const publicUrl = config.publicUrl ?? url
    if (trustProxy && config.publicUrl === undefined) {
      log.warn('PUBLIC_URL is not set: assistants and OAuth clients cannot reach the service by its proxy')
    }
    const handle = createApp({
      endpoints: application.endpoints,
      routes: application.routes({ publicUrl, guards: application }),
      notFoundPage: application.notFoundPage,
      guards: application,
      log,
      version: VERSION,
      trustProxy,
      observe: metrics.observe,
      metrics: metrics.serve,
    }).callback()
    const sweep = async (): Promise<void> =>
      application.sweep().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
    const sweepers = [setTimeout(() => void sweep(), firstMs), setInterval(() => void sweep(), everyMs)]
    for (const sweeper of sweepers) sweeper.unref()
    log.info({ url, publicUrl }, 'serving')
    return {
      /** The base URL without a path. */
      url,
      application,
      async close(closing?: Closing): Promise<void> {
        for (const sweeper of sweepers) clearInterval(sweeper)
        application.shutDown()
        await listener.close(closing)
        await application.close()
      },
    }
  } catch (error) {
    await application.close()
    throw error
  }
}
/** A running service. */
export type RunningServer = Awaited<ReturnType<typeof serve>>

/** The host as part of a URL. */
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
    // A hanging shutdown (for example of a database connection) must not keep the process alive.
    const { drainMs, finishMs, closeMs } = SHUTDOWN
    setTimeout(() => process.exit(1), drainMs + finishMs + closeMs).unref()
    void server.close(SHUTDOWN).then(() => process.exit(0))
  }
  // Before the start, because PID 1 of a container ignores signals without a handler.
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
