import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { stopLeftover } from '../../src/local/child-process.ts'
import { startNeo4jWithJava, startRedisWithProgram } from '../../src/local/host-servers.ts'
import { lockDataDir } from '../../src/local/lock.ts'
import { testModel } from './model.ts'
import {
  clearNeo4j,
  clearRedis,
  connectNeo4j,
  connectRedis,
  inspectNeo4j,
  inspectRedis,
} from './server-data.ts'
import { addressesIn, variablesOf, type TestServersOptions } from './servers.ts'

const Environment = z.record(z.string(), z.string())
type Environment = Readonly<Record<string, string>>

const checkout = path.resolve(import.meta.dirname, '../..')
const owner = createHash('sha256').update(`${userInfo().username} ${checkout}`).digest('hex').slice(0, 12)
/** One folder per checkout, outside node_modules, where `npm ci` would delete it under running servers. */
const home = path.join(tmpdir(), `idea-repository-servers-${owner}`)
const record = path.join(home, 'servers.json')

/**
 * Empties the servers of `npm run servers` and reserves them until the result is disposed; restarts them if they have ended.
 * Undefined if there are none, or another run uses them.
 */
export async function takeStanding(
  say: (line: string) => void,
): Promise<(Disposable & Readonly<{ env: Environment }>) | undefined> {
  for (const isFirst of [true, false]) {
    const env = readRecord()
    if (env === undefined) return undefined
    const lock = lockServers()
    if (lock === undefined) {
      say('The servers of "npm run servers" are in use by another run')
      return undefined
    }
    if (await areReady(env)) return { env, [Symbol.dispose]: () => lock[Symbol.dispose]() }
    lock[Symbol.dispose]()
    if (!isFirst) break
    say('The servers of "npm run servers" have ended: starting them anew')
    await startInBackground()
  }
  return undefined
}

/** Starts servers by a separate process, so that they outlive this one. */
async function startInBackground(): Promise<void> {
  const script = path.join(import.meta.dirname, 'run-servers.ts')
  await promisify(execFile)(process.execPath, [script])
}

/** Whether these are the variables of the servers of `npm run servers`. */
export function nameStanding(env: Readonly<Record<string, string | undefined>>): boolean {
  const standing = readRecord()
  return (
    standing?.TEST_NEO4J_URI === env['TEST_NEO4J_URI'] && standing?.TEST_REDIS_URL === env['TEST_REDIS_URL']
  )
}

/**
 * The variables of a persistent pair of servers, started if it does not answer; without data, but with its schema.
 * @throws OperatorError when this machine cannot run one, or another process is starting it
 */
export async function standingServers(options: TestServersOptions): Promise<Environment> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const recorded = readRecord()
  using lock = lockServers()
  if (lock === undefined) {
    if (recorded === undefined) throw new OperatorError('Another process is starting these servers')
    options.say('A run is using the servers')
    return recorded
  }
  if (recorded !== undefined && (await areReady(recorded))) return recorded
  await stopStanding()
  return start(options)
}

/** Stops a pair of servers and removes its data; returns whether there was one. */
export async function stopStanding(): Promise<boolean> {
  const records = ['neo4j', 'redis'].map((server) => path.join(home, server, 'process.json'))
  const wereThere = await Promise.all(records.map(async (record) => stopLeftover(record)))
  for (const left of ['neo4j', 'redis', 'logs', 'servers.json']) {
    await rm(path.join(home, left), { recursive: true, force: true })
  }
  return wereThere.includes(true)
}

async function start(options: TestServersOptions): Promise<Environment> {
  const place = { dataDir: home, ports: { bolt: 0, http: 0, redis: 0 }, signal: options.signal, brief: true }
  try {
    const [neo4j, redis, model] = await Promise.all([
      startNeo4jWithJava(place),
      startRedisWithProgram(place),
      testModel(options),
    ])
    const env = { ...variablesOf(neo4j, redis), ...model }
    await clear(env)
    writeRecord(env)
    return env
  } catch (error) {
    await stopStanding()
    throw error
  }
}

/** Empties servers that answer and have the mark of the tests; false for others. */
async function areReady(env: Environment): Promise<boolean> {
  const model = env['TEST_MODEL_DIR']
  if (model !== undefined && !existsSync(model)) return false
  try {
    await clear(env, (isMarked) => {
      if (!isMarked) throw new Error('these servers are not the ones of the record')
    })
    return true
  } catch {
    return false
  }
}

async function clear(env: Environment, check: (isMarked: boolean) => void = () => undefined): Promise<void> {
  const { neo4j, redis: redisUrl } = addressesIn(env)
  const driver = connectNeo4j(neo4j)
  try {
    const redis = await connectRedis(redisUrl)
    try {
      check((await inspectRedis(redis)).isMarked && (await inspectNeo4j(driver)).isMarked)
      await clearRedis(redis)
      await clearNeo4j(driver)
    } finally {
      redis.disconnect()
    }
  } finally {
    await driver.close()
  }
}

function lockServers(): Disposable | undefined {
  try {
    return lockDataDir(home)
  } catch (error) {
    if (error instanceof OperatorError) return undefined
    throw error
  }
}

function readRecord(): Environment | undefined {
  return existsSync(record) ? Environment.parse(JSON.parse(readFileSync(record, 'utf8'))) : undefined
}

function writeRecord(env: Environment): void {
  writeFileSync(`${record}.new`, JSON.stringify(env), { mode: 0o600 })
  renameSync(`${record}.new`, record)
}
