import { Cluster, Redis } from 'ioredis'

/** What ioredis connects to: one server, or a cluster of them. */
export type RedisClient = Redis | Cluster

/** Where Redis is; a cluster may be given by several of its nodes, separated by commas. */
export type RedisAddress = Readonly<{ url: string; cluster: boolean }>

const COMMAND_TIMEOUT_MS = 500
const CONNECT_TIMEOUT_MS = 1_000
const retryStrategy = (times: number): number => Math.min(times * 50, 500)

/**
 * A client that connects for ever again. It never queues a command while it is not connected, unless it `waits`: that
 * one is for commands that block.
 */
export function createRedisClient({ url, cluster }: RedisAddress, { waits = false } = {}): RedisClient {
  const common = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(waits ? { maxRetriesPerRequest: null } : { commandTimeout: COMMAND_TIMEOUT_MS }),
  }
  if (!cluster) {
    return new Redis(url, {
      maxRetriesPerRequest: 0,
      ...common,
      lazyConnect: true,
      enableOfflineQueue: waits,
      retryStrategy,
    })
  }
  const seeds = url.split(',').map((address) => new URL(address))
  const { protocol, username, password } = seeds[0] ?? new URL(url)
  const tls = protocol === 'rediss:'
  return new Cluster(
    seeds.map(({ hostname, port }) => ({ host: hostname, port: Number(port === '' ? 6379 : port) })),
    {
      lazyConnect: true,
      enableOfflineQueue: waits,
      maxRedirections: 4,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      // A certificate names hosts, so their names must not become addresses.
      ...(tls ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
      redisOptions: {
        ...common,
        ...(username === '' ? {} : { username: decodeURIComponent(username) }),
        ...(password === '' ? {} : { password: decodeURIComponent(password) }),
        ...(tls ? { tls: {} } : {}),
      },
    },
  )
}
