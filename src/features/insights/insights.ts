import { execFile } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Semaphore, withTimeout } from 'async-mutex'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Actor } from '../../platform/auth/actor.ts'
import { tooMuch } from '../../platform/limits/shares.ts'
import { Problem } from '../../platform/problems.ts'
import type { MapFeature } from '../map/feature.ts'
import { INSIGHT_LIMITS, type Insights } from './schema.ts'

type Dependencies = Readonly<{ maps: MapFeature['maps']; log: Logger; entry?: URL | undefined }>

const run = promisify(execFile)

// In a built package this file and the program are JavaScript.
const ENTRY = new URL(`compute-entry${import.meta.filename.slice(-3)}`, import.meta.url)
/** Accounts whose insights a process keeps, and for how long. */
const KEPT = { max: 200, ttl: 10 * 60_000 }
/** Heap of the process, in MiB. */
const HEAP = 1_024
/** Far above the bounded lists. */
const MAX_ANSWER = 16 * 1_048_576

/** Insights into a user's graph, kept by its revision. They are computed in a process of their own, which ends afterwards. */
export function createInsights({ maps, log, entry = ENTRY }: Dependencies) {
  const kept = new LRUCache<string, Insights>(KEPT)
  const { atOnceInProcess, waitMs } = INSIGHT_LIMITS
  const computing = withTimeout(new Semaphore(atOnceInProcess), waitMs, tooMuch(waitMs / 1_000))

  const compute = async (actor: Actor, signal: AbortSignal): Promise<Insights> => {
    if (signal.aborted) throw new Problem('client_left')
    const map = await maps.read(actor, 'identity')
    const found = await computed(map.stream, entry, signal).catch((error: unknown) => {
      if (signal.aborted) throw new Problem('client_left')
      log.error({ err: error }, 'the insights could not be computed')
      throw new Problem('service_unavailable')
    })
    return { revision: map.version, ...found }
  }

  return {
    /** @throws Problem `too_much_at_once`, `service_unavailable` when it takes too long or fails, `client_left` */
    async get(actor: Actor, signal: AbortSignal): Promise<Insights> {
      const known = kept.get(actor.userId)
      if (known !== undefined && known.revision === (await maps.version(actor))) return known
      const insights = await computing.runExclusive(async () => compute(actor, signal))
      kept.set(actor.userId, insights)
      return insights
    },
  }
}
export type InsightsOfGraphs = ReturnType<typeof createInsights>

async function computed(map: Readable, entry: URL, signal: AbortSignal): Promise<Omit<Insights, 'revision'>> {
  const running = run(process.execPath, [`--max-old-space-size=${HEAP}`, fileURLToPath(entry)], {
    signal,
    timeout: INSIGHT_LIMITS.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_ANSWER,
  })
  // What cannot be written makes the program fail, whose error says more.
  if (running.child.stdin !== null) pipeline(map, running.child.stdin).catch(() => undefined)
  const { stdout } = await running
  return JSON.parse(stdout) as Omit<Insights, 'revision'>
}
