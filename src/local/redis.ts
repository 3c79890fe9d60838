import path from 'node:path'
import { startProcess } from './child-process.ts'
import { folderOf, passwordIn, type Place, type RedisServer } from './place.ts'
import { pickPort } from './ports.ts'
import { redisReady } from './readiness.ts'

/** Starts `program` as a Redis on 127.0.0.1 that appends to a file in the place's folder. */
export async function startRedisProcess(place: Place, program: string): Promise<RedisServer> {
  const home = folderOf(place, 'redis')
  const port = await pickPort(place.ports.redis)
  const password = passwordIn(path.join(home, 'password'))
  const logFile = path.join(folderOf(place, 'logs'), 'redis.log')
  const server = await startProcess({
    command: program,
    args: ['-'],
    input: redisConfiguration({
      address: '127.0.0.1',
      port,
      folder: folderOf(place, 'redis/data'),
      password,
    }),
    logFile,
    recordFile: path.join(home, 'process.json'),
  })
  const url = `redis://default:${password}@127.0.0.1:${String(port)}`
  try {
    await redisReady({ name: 'Redis', ended: server.ended, logFile, signal: place.signal }, url)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...server, url }
}

/** The configuration, for the standard input of `redis-server -`, so that the password is on no command line. */
export function redisConfiguration(
  options: Readonly<{ address: string; port: number; folder: string; password: string }>,
): string {
  return `bind ${options.address}
port ${String(options.port)}
requirepass ${options.password}
dir ${JSON.stringify(options.folder)}
appendonly yes
appendfsync everysec
save ""
`
}
