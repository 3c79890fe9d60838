import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const runsAs = { pid: z.number().int().optional(), container: z.string().optional() }

/** What `npm start` records about itself, for programs that look for its databases. */
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
  redis: z.object({ url: z.string(), ...runsAs }),
})
/** What `npm start` records about itself, for programs that look for its databases. */
export type Instance = z.infer<typeof Instance>

/**
 * The instance that runs with this data folder; `undefined` when none does. After a crash it still names the databases,
 * which run on until the next start.
 */
export function readInstance(dataDir: string): Instance | undefined {
  try {
    return Instance.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Records the instance, in one step for whoever reads meanwhile; only the owner can read it. */
export function writeInstance(dataDir: string, instance: Instance): void {
  const draft = `${fileIn(dataDir)}.draft`
  writeFileSync(draft, JSON.stringify(instance, undefined, 2), { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** Forgets the instance. */
export function removeInstance(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'instance.json')
}
