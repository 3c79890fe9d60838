import { startService, testServers, type TestService } from './service.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A service that reaches its databases through proxies that count messages and inject faults. */
export type ProxiedService = Readonly<{
  service: TestService
  neo4j: TcpProxy
  redis: TcpProxy
  close(): Promise<void>
}>

/** Starts both proxies and the service behind them. */
export async function startProxiedService(
  options: Parameters<typeof startService>[0] = {},
): Promise<ProxiedService> {
  const { neo4jUri, redisUrl } = testServers()
  const neo4j = await startTcpProxy(neo4jUri)
  const redis = await startTcpProxy(redisUrl)
  const env = { NEO4J_URI: through(neo4jUri, neo4j), REDIS_URL: through(redisUrl, redis) }
  const service = await startService({ ...options, env: { ...env, ...options.env } })
  return {
    service,
    neo4j,
    redis,
    async close() {
      await Promise.all([neo4j.resume(), redis.resume()])
      await service.close()
      await Promise.all([neo4j.close(), redis.close()])
    },
  }
}

/** Gives a suite a proxied service. */
export function givenProxiedService(
  receive: (given: ProxiedService) => void,
  options?: Parameters<typeof startProxiedService>[0],
): void {
  let proxied: ProxiedService | undefined
  before(async () => {
    proxied = await startProxiedService(options)
    receive(proxied)
  })
  after(async () => proxied?.close())
}

/** Breaks every COMMIT of the service, or every statement with that text, until the signal aborts. */
export async function breakEvery(on: string, { neo4j }: ProxiedService, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => neo4j.disarm(), { once: true })
  while (!signal.aborted) await neo4j.arm({ on, lose: 'request' })
}

/** The URL of a server through a proxy, with its credentials. */
export function through(url: string, proxy: TcpProxy): string {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${proxy.port}`
  return changed.href
}
