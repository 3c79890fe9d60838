import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerProcess } from './child-process.ts'

/**
 * The data folder of a set of servers, preferred ports (0 for any), and a signal that aborts the launch; `brief` for
 * short-lived servers, such as those of tests, that start faster but are not tuned for long use.
 */
export type LaunchOptions = Readonly<{
  dataDir: string
  ports: Readonly<{ bolt: number; http: number; redis: number }>
  signal: AbortSignal
  brief?: boolean
}>

/** The default ports of the servers. */
export const usualPorts: LaunchOptions['ports'] = { bolt: 7687, http: 7474, redis: 6379 }

/** A running Neo4j with its address and credentials. */
export type Neo4jServer = ServerProcess &
  Readonly<{ uri: string; user: string; password: string; browserUrl: string }>

/** A running Redis with its URL. */
export type RedisServer = ServerProcess & Readonly<{ url: string }>

/** A folder under the data folder, created if missing and accessible only to the owner. */
export function ensureFolder(launch: LaunchOptions, name: string): string {
  const folder = path.join(launch.dataDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Reads a password from a file that only the owner can read; generates it if missing. */
export function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
