import { createHash } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { Problem } from '../problems.ts'
import { tagKey } from '../tags/schema.ts'
import type { Tags } from '../tags/tags.ts'
import { createTurns } from '../turns.ts'
import { cutBatches } from './batches.ts'
import { judge, needsOf, reportOf } from './judgement.ts'
import type { Plan } from './plan.ts'
import { readFile, type Reading, type Source } from './reading.ts'
import type { ImportQuery, ImportReport } from './schema.ts'
import { createSpool, type Spool } from './spool.ts'
import type { ImportState } from './store.ts'
import { createImportWriter, type WriterDependencies } from './writing.ts'

type Dependencies = WriterDependencies &
  Readonly<{
    tags: Pick<Tags, 'resolve' | 'list'>
    /** How many active ideas a user has. */
    ideaCount: (userId: string) => Promise<number>
    /** Where files are kept while they are imported. */
    spoolFolder: string
    /** Tells that there is work in the outbox. */
    wake: () => void
  }>

const PARALLEL_IMPORTS = 2
const TURN_WAIT_MS = 60_000

/** Imports: a file is read and judged whole, then written in transactions that a repeat goes on with. */
export function createImports(deps: Dependencies) {
  const { store, tags, ideaCount, freePlanIdeaCap, spoolFolder, wake, clock } = deps
  const writer = createImportWriter(deps)
  const turns = createTurns(PARALLEL_IMPORTS, TURN_WAIT_MS)

  const roomOf = async ({ plan, userId }: Actor): Promise<number | null> =>
    plan === 'free' ? Math.max(0, freePlanIdeaCap - (await ideaCount(userId))) : null

  const run = async (
    given: Actor,
    query: ImportQuery,
    spool: Spool,
    reading: Reading,
  ): Promise<ImportReport> => {
    const { fingerprint } = reading
    const importId = query.import_id ?? fingerprint
    const key = digest(given.userId, importId)
    const once = given.once && { ...given.once, fingerprint: `${given.once.fingerprint} ${fingerprint}` }
    const actor = { ...given, once }
    // Before the look at the import itself: what that has written by then must not count as room that is gone.
    const roomNow = await roomOf(actor)
    const known = await store.read(key)
    if (known !== undefined && known.fingerprint !== fingerprint) throw new Problem('import_id_reused')
    if (known !== undefined && known.report !== null) {
      return writer.keep(actor, { ...(JSON.parse(known.report) as ImportReport), repeated: true })
    }
    const start = known ?? { room: roomNow, startedAt: clock() }
    const judged = await judge(spool, reading, start, query)
    const head = { import_id: importId, dry_run: query.dry_run }
    if (query.dry_run) {
      const tagCount = await newTags(actor, spool, judged.plan)
      return writer.keep(actor, { ...reportOf(spool, judged, tagCount), ...head })
    }
    const { room, startedAt } = start
    const needs = needsOf(spool, judged.plan)
    const state = known ?? (await writer.begin(actor, { key, fingerprint, room, startedAt }, needs))
    // Where the same import has begun elsewhere in between, what was decided there counts.
    const agrees = state.room === room && state.startedAt === startedAt
    const agreed = agrees ? judged : await judge(spool, reading, state, query)
    await writeAll(actor, key, spool, agreed.plan, state)
    const { tags: made = 0 } = (await store.read(key)) ?? {}
    return writer.finish(actor, key, { ...reportOf(spool, agreed, made), ...head })
  }

  const writeAll = async (
    actor: Actor,
    key: string,
    spool: Spool,
    plan: Plan,
    state: ImportState,
  ): Promise<void> => {
    let place = 0
    for await (const batch of cutBatches(spool, plan, state)) {
      if (place >= state.cursor) await writer.write(actor, key, place, batch)
      wake()
      place += 1
    }
  }

  /** How many tags a file would make. */
  const newTags = async (actor: Actor, spool: Spool, plan: Plan): Promise<number> => {
    const keys = new Set<string>()
    for await (const batch of cutBatches(spool, plan, NO_NUMBERS)) {
      for (const { name } of batch.tags) keys.add(tagKey(name))
      for (const { value } of batch.ideas) for (const name of value.tags) keys.add(tagKey(name))
    }
    for (const { name } of await tags.list(actor)) keys.delete(tagKey(name))
    return keys.size
  }

  return {
    /**
     * Imports a file. The same import again changes nothing; one that was cut short goes on.
     * @throws Problem `malformed_json`, `payload_too_large`, `validation_error` (strict), `import_id_reused`,
     * `idea_cap_reached`, `service_unavailable`
     */
    async run(actor: Actor, query: ImportQuery, source: Source): Promise<ImportReport> {
      const spool = await createSpool(spoolFolder)
      try {
        // A slow client takes nobody's turn.
        const reading = await readFile(spool, source)
        return await turns.take(async () => run(actor, query, spool, reading))
      } finally {
        await spool.remove()
      }
    },
  }
}
export type Imports = ReturnType<typeof createImports>

function digest(userId: string, importId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, importId]))
    .digest('base64url')
}

const NO_NUMBERS = { firstIdea: 0, firstLink: 0, firstRelation: 0, firstDuplicate: 0, startedAt: 0 }
