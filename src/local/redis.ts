import path from 'node:path'
import { startProcess, type ServerProcess } from './child-process.ts'
import { ensureFolder, readOrCreatePassword, type LaunchOptions, type RedisServer } from './launch-options.ts'
import { pickPort } from './ports.ts'
import { redisReady } from './readiness.ts'

type Settings = Readonly<{ port: number; password: string }>

/**
 * Starts Redis by `run` and waits until it answers; errors point to `logFile`.
 * @throws OperatorError when it exits or does not answer
 */
export async function startRedisBy(
  run: (settings: Settings) => Promise<ServerProcess>,
  launch: LaunchOptions,
  logFile: string,
): Promise<RedisServer> {
  const port = await pickPort(launch.ports.redis)
  const password = readOrCreatePassword(path.join(ensureFolder(launch, 'redis'), 'password'))
  const server = await run({ port, password })
  const url = `redis://default:${password}@127.0.0.1:${port}`
  await redisReady(server, url, { logFile, signal: launch.signal })
  return { ...server, url }
}

/** Runs `command` as a Redis on 127.0.0.1 that appends to a file in the data folder. */
export async function runRedisProcess(
  launch: LaunchOptions,
  command: string,
  settings: Settings,
): Promise<ServerProcess> {
  return startProcess({
    command,
    args: ['-'],
    input: redisConfiguration({
      address: '127.0.0.1',
      folder: ensureFolder(launch, 'redis/data'),
      ...settings,
    }),
    logFile: path.join(ensureFolder(launch, 'logs'), 'redis.log'),
    recordFile: path.join(launch.dataDir, 'redis/process.json'),
  })
}

/** The configuration for the standard input of `redis-server -`, which keeps the password off the command line. */
export function redisConfiguration(
  options: Readonly<{ address: string; port: number; folder: string; password: string }>,
): string {
  return `bind ${options.address}
port ${options.port}
requirepass ${options.password}
dir ${JSON.stringify(options.folder)}
appendonly yes
appendfsync everysec
save ""
`
}
