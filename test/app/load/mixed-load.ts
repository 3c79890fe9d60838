import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { Client } from '../../support/client.ts'
import { descriptorsOf } from '../../support/descriptors.ts'
import { modelProcessesOf } from '../../platform/embeddings/model-processes.ts'
import { createInspector } from '../../support/inspector.ts'
import { AS_NPM_START, peakResidentMb } from '../../support/resident-memory.ts'
import { startService, testServers } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { MIXED } from './mixed-requests.ts'

/** What a service process holds when nothing is under way. */
type Held = Readonly<{ heapMb: number; descriptors: number }>
/** What it held after the warm-up and at the end, its peak of resident memory, and how often requests were answered with each status. */
export type Figures = Readonly<{ before: Held; after: Held; peakMb: number; answers: Record<string, number> }>

const ACCOUNTS = 3
/** Of each account. */
const LOOPS = 3
/** Longer than the service keeps idle connections. */
const SETTLED_MS = 75_000
/** At most, for what is still to be embedded: the model's processes end a minute afterwards. */
const WORK_MS = 10 * 60_000

/** Loads a service process with all kinds of requests, first for a warm-up. */
export async function mixedLoad(
  given: Readonly<Record<string, string>>,
  time: Readonly<{ warmUpMs: number; loadMs: number }>,
): Promise<Figures> {
  await using started = new AsyncDisposableStack()
  const inspector = await createInspector()
  const env = { ...given, ...AS_NPM_START, WORKER: 'inside', PRO_PLAN_DAILY_QUOTA: '1000000000' }
  const setup = started.adopt(await startService({ env: given }), async (one) => one.close())
  const keys = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => (await setup.createUser('pro')).api_key),
  )
  const service = started.adopt(await startServiceProcess({ ...env, ...inspector.env }), async (one) =>
    one.stop(),
  )
  const answers: Record<string, number> = {}
  const database = { port: Number(new URL(given['NEO4J_URI'] ?? testServers().neo4jUri).port) }
  const held = async (): Promise<Held> => {
    await sleep(SETTLED_MS)
    for (const end = performance.now() + WORK_MS; performance.now() < end; await sleep(1_000)) {
      if (modelProcessesOf(service.pid).length === 0) break
    }
    // The first collection leaves objects whose finalisers it has called.
    await inspector.heapMb(service.pid)
    const heapMb = await inspector.heapMb(service.pid)
    return { heapMb, descriptors: descriptorsOf(service.pid, database) }
  }
  await load(service.url, keys, time.warmUpMs, answers)
  const before = await held()
  await load(service.url, keys, time.loadMs, answers)
  return { before, after: await held(), peakMb: peakResidentMb(service.pid), answers }
}

async function load(
  url: string,
  keys: readonly string[],
  ms: number,
  answers: Record<string, number>,
): Promise<void> {
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  const clients = keys.map((key) => new Client(url, { 'X-API-Key': key }, agent))
  const end = performance.now() + ms
  const kinds = Object.entries(MIXED)
  const loop = async (api: Client): Promise<void> => {
    let ids: number[] = []
    for (let call = 0; performance.now() < end; call += 1) {
      if (call % 20 === 0) {
        const { body } = await api.get('/ideas?limit=50')
        if (Array.isArray(body)) ids = body.map(({ id }: { id: number }) => id)
      }
      const [name, send] = kinds[Math.floor(Math.random() * kinds.length)] ?? []
      // An export that fails half-way is closed.
      const status = await send?.(api, ids).then(
        (reply) => reply.status,
        () => 'closed',
      )
      const answer = status === 500 ? `500 ${name}` : String(status)
      answers[answer] = (answers[answer] ?? 0) + 1
    }
  }
  await Promise.all(clients.flatMap((api) => Array.from({ length: LOOPS }, async () => loop(api))))
  await agent.destroy()
}
