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

/** The pair that all tests share, or the one for tests that need empty servers. */
export type StandingName = 'shared' | 'own'

const Environment = z.record(z.string(), z.string())
type Environment = Readonly<Record<string, string>>

const checkout = path.resolve(import.meta.dirname, '../..')
const owner = createHash('sha256').update(`${userInfo().username} ${checkout}`).digest('hex').slice(0, 12)
/** One folder per checkout, outside node_modules, where `npm ci` would delete it under running servers. */
const home = path.join(tmpdir(), `idea-repository-servers-${owner}`)
const recordOf = (name: StandingName): string => path.join(home, name, 'servers.json')

/**
 * Empties the servers of `npm run servers` and reserves them until the result is disposed; restarts them if they have ended.
 * Undefined if there are none, or another run uses them.
 */
export async function takeStanding(
  say: (line: string) => void,
): Promise<(Disposable & Readonly<{ env: Environment }>) | undefined> {
  for (const isFirst of [true, false]) {
    const env = readRecord('shared')
    if (env === undefined) return undefined
    const lock = lockOf('shared')
    if (lock === undefined) {
      say('The servers of "npm run servers" are in use by another run')
      return undefined
    }
    if (await areReady(env)) return { env, [Symbol.dispose]: () => lock[Symbol.dispose]() }
    lock[Symbol.dispose]()
    if (!isFirst) break
    say('The servers of "npm run servers" have ended: starting them anew')
    await startInBackground('shared')
  }
  return undefined
}

/** Starts servers by a separate process, so that they outlive this one. */
export async function startInBackground(name: StandingName): Promise<Environment> {
  const script = path.join(import.meta.dirname, 'run-servers.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, name])
  return Object.fromEntries(
    [...stdout.matchAll(/^export (?<name>\w+)='(?<value>.*)'$/gm)].map(([, key, value]) => [key, value]),
  )
}

/** Whether these are the variables of the servers of `npm run servers`. */
export function nameStanding(env: Readonly<Record<string, string | undefined>>): boolean {
  const standing = readRecord('shared')
  return (
    standing?.TEST_NEO4J_URI === env['TEST_NEO4J_URI'] && standing?.TEST_REDIS_URL === env['TEST_REDIS_URL']
  )
}

/**
 * The variables of a persistent pair of servers, started if it does not answer; without data, but with its schema.
 * @throws OperatorError when this machine cannot run one, or another process is starting it
 */
export async function standingServers(name: StandingName, options: TestServersOptions): Promise<Environment> {
  mkdirSync(path.join(home, name), { recursive: true, mode: 0o700 })
  const recorded = readRecord(name)
  using lock = lockOf(name)
  if (lock === undefined) {
    if (recorded === undefined) throw new OperatorError('Another process is starting these servers')
    options.say('A run is using the servers')
    return recorded
  }
  if (recorded !== undefined && (await areReady(recorded))) return recorded
  await stopStanding(name)
  return start(name, options)
}

/** Stops a pair of servers and removes its data; returns whether there was one. */
export async function stopStanding(name: StandingName): Promise<boolean> {
  const folder = path.join(home, name)
  const records = ['neo4j', 'redis'].map((server) => path.join(folder, server, 'process.json'))
  const wereThere = await Promise.all(records.map(async (record) => stopLeftover(record)))
  for (const left of ['neo4j', 'redis', 'logs', 'servers.json']) {
    await rm(path.join(folder, left), { recursive: true, force: true })
  }
  return wereThere.includes(true)
}

async function start(name: StandingName, options: TestServersOptions): Promise<Environment> {
  const dataDir = path.join(home, name)
  const place = { dataDir, ports: { bolt: 0, http: 0, redis: 0 }, signal: options.signal, brief: true }
  try {
    const [neo4j, redis, model] = await Promise.all([
      startNeo4jWithJava(place),
      startRedisWithProgram(place),
      testModel(options),
    ])
    const env = { ...variablesOf(neo4j, redis), ...model }
    await clear(env)
    writeRecord(name, env)
    return env
  } catch (error) {
    await stopStanding(name)
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

function lockOf(name: StandingName): Disposable | undefined {
  try {
    return lockDataDir(path.join(home, name))
  } catch (error) {
    if (error instanceof OperatorError) return undefined
    throw error
  }
}

function readRecord(name: StandingName): Environment | undefined {
  const file = recordOf(name)
  return existsSync(file) ? Environment.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

function writeRecord(name: StandingName, env: Environment): void {
  const file = recordOf(name)
  writeFileSync(`${file}.new`, JSON.stringify(env), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
