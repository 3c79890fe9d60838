import { Cluster, Redis } from 'ioredis'

/** A connection to one server or to a cluster. */
export type RedisClient = Redis | Cluster

/** The URL of the server, or those of some nodes of a cluster, separated by commas. */
export type RedisAddress = Readonly<{ url: string; cluster: boolean }>

const COMMAND_TIMEOUT_MS = 500
const CONNECT_TIMEOUT_MS = 1_000
const retryStrategy = (times: number): number => Math.min(times * 50, 500)

/**
 * A client that reconnects indefinitely. Commands fail at once while it is not connected, and after `commandTimeout` milliseconds; with
 * `waits`, which is meant for blocking commands, they are queued, and it connects at once: BullMQ gives up a copy of a lazy one for good
 * when its first connection fails.
 */
export function createRedisClient(
  { url, cluster }: RedisAddress,
  { waits = false, commandTimeout = COMMAND_TIMEOUT_MS } = {},
): RedisClient {
  const common = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(waits ? { maxRetriesPerRequest: null } : { commandTimeout }),
  }
  if (!cluster) {
    return new Redis(url, {
      maxRetriesPerRequest: 0,
      ...common,
      lazyConnect: !waits,
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
      lazyConnect: !waits,
      enableOfflineQueue: waits,
      maxRedirections: 4,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      // Certificates name hosts, so host names must not be resolved to addresses.
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
