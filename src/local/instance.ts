import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const runsAs = { pid: z.number().int().optional(), container: z.string().optional() }

/** A running `npm start`, recorded for other programs, such as the CLI, that need its databases. */
export const Instance = z.object({
  pid: z.number().int(),
  url: z.string(),
  neo4j: z.object({
    uri: z.string(),
    user: z.string(),
    password: z.string(),
    database: z.string(),
    browserUrl: z.string().optional(),
    ...runsAs,
  }),
  redis: z.object({ url: z.string(), cluster: z.boolean().default(false), ...runsAs }),
})
export type Instance = z.infer<typeof Instance>

/**
 * The instance that runs with this data folder; `undefined` if there is none. After a crash the record still names the
 * databases, which run until the next start.
 */
export function readInstance(dataDir: string): Instance | undefined {
  try {
    return Instance.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Records the instance atomically; readable only by the owner. */
export function writeInstance(dataDir: string, instance: Instance): void {
  const draft = `${fileIn(dataDir)}.draft`
  writeFileSync(draft, JSON.stringify(instance, undefined, 2), { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** Removes the record. */
export function removeInstance(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'instance.json')
}
