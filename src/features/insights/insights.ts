import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import type { MapFeature } from '../map/feature.ts'
import { INSIGHT_LIMITS, type Insights } from './schema.ts'

type Dependencies = Readonly<{ maps: MapFeature['maps']; log: Logger; entry?: URL | undefined }>

// In a built package this file and the program are JavaScript.
const ENTRY = new URL(`compute-entry${import.meta.filename.slice(-3)}`, import.meta.url)
/** Accounts whose insights a process keeps. */
const KEPT = 200
/** Heap of the process, in MiB. */
const HEAP = 1_024

/** Insights into a user's graph, kept by its revision. They are computed in a process of their own, which ends afterwards. */
export function createInsights({ maps, log, entry = ENTRY }: Dependencies) {
  const kept = new LRUCache<string, Insights>({ max: KEPT })

  return {
    /** @throws Problem `service_unavailable` when it takes too long or fails, `client_left` */
    async get(actor: Actor, signal: AbortSignal): Promise<Insights> {
      const known = kept.get(actor.userId)
      if (known !== undefined && known.revision === (await maps.version(actor))) return known
      const map = await maps.read(actor, 'identity')
      const found = await computed(map.stream, entry, signal).catch((error: unknown) => {
        if (signal.aborted) throw new Problem('client_left')
        log.error({ err: error }, 'the insights could not be computed')
        throw new Problem('service_unavailable')
      })
      const insights = { revision: map.version, ...found }
      kept.set(actor.userId, insights)
      return insights
    },
  }
}
export type InsightsOfGraphs = ReturnType<typeof createInsights>

async function computed(map: Readable, entry: URL, signal: AbortSignal): Promise<Omit<Insights, 'revision'>> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, entry.pathname], {
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(INSIGHT_LIMITS.timeoutMs)]),
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the process of the insights ended with ${code}`)),
    )
  })
  const [answer, said] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    pipeline(map, child.stdin),
    ended,
  ])
  if (answer === '') throw new Error(said)
  return JSON.parse(answer) as Omit<Insights, 'revision'>
}
