import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Where a set of servers lives, which ports it would like (0 for any), and what stops its start; `brief` for servers that
 * are thrown away within the hour, as those of tests: they are not made ready for long work.
 */
export type Place = Readonly<{
  dataDir: string
  ports: Readonly<{ bolt: number; http: number; redis: number }>
  signal: AbortSignal
  brief?: boolean
}>

/** The ports that people expect these servers on. */
export const usualPorts: Place['ports'] = { bolt: 7687, http: 7474, redis: 6379 }

/** A running Neo4j and how to reach it. */
export type Neo4jServer = Readonly<{
  uri: string
  user: string
  password: string
  browserUrl: string
  pid: number
  container?: string
  ended: Promise<string>
  stop: () => Promise<void>
}>

/** A running Redis and how to reach it. */
export type RedisServer = Readonly<{
  url: string
  pid: number
  container?: string
  ended: Promise<string>
  stop: () => Promise<void>
}>

/** The folder of one server under the data folder, made if it is missing and closed to other people. */
export function folderOf(place: Place, name: string): string {
  const folder = path.join(place.dataDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The password kept in a file that only its owner can read; generated when there is none. */
export function passwordIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
