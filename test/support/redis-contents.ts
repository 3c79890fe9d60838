import type { Redis } from 'ioredis'

/** All keys and values in Redis, as one text. */
export async function everythingIn(redis: Redis): Promise<string> {
  const contents: unknown[] = []
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key)
    if (type === 'string') contents.push([key, await redis.get(key)])
    else if (type === 'hash') contents.push([key, await redis.hgetall(key)])
    else if (type === 'list') contents.push([key, await redis.lrange(key, 0, -1)])
    else if (type === 'set') contents.push([key, await redis.smembers(key)])
    else if (type === 'zset') contents.push([key, await redis.zrange(key, '0', '-1')])
    else if (type === 'stream') contents.push([key, await redis.xrange(key, '-', '+')])
    else if (type !== 'none') throw new Error(`Redis holds a ${type}`)
    // None: it has expired meanwhile.
  }
  return JSON.stringify(contents)
}
