import { createHash } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { Problem } from '../problems.ts'
import { tagKey } from '../tags/schema.ts'
import type { Tags } from '../tags/tags.ts'
import { createTurns } from '../turns.ts'
import { cutBatches } from './batches.ts'
import { planImport, type Plan } from './plan.ts'
import { readFile, type Source } from './reading.ts'
import type { ImportQuery, ImportReport, Rejection } from './schema.ts'
import { createSpool, type Spool } from './spool.ts'
import { createImportWriter, type Needs, type WriterDependencies } from './writing.ts'

type Dependencies = WriterDependencies &
  Readonly<{
    tags: Pick<Tags, 'resolve' | 'list'>
    /** How many active ideas a user has. */
    ideaCount: (userId: string) => Promise<number>
    /** Where files are kept while they are imported. */
    spoolFolder: string
  }>

const DAY_MS = 24 * 60 * 60_000
const MAX_REPORTED = 1_000
const PARALLEL_IMPORTS = 2
const TURN_WAIT_MS = 60_000

/** Imports: a file is read and judged whole, then written in transactions that a repeat goes on with. */
export function createImports(deps: Dependencies) {
  const { store, tags, ideaCount, freePlanIdeaCap, spoolFolder, clock } = deps
  const writer = createImportWriter(deps)
  const turns = createTurns(PARALLEL_IMPORTS, TURN_WAIT_MS)

  const roomOf = async ({ plan, userId }: Actor): Promise<number | null> =>
    plan === 'free' ? Math.max(0, freePlanIdeaCap - (await ideaCount(userId))) : null

  const run = async (
    actor: Actor,
    query: ImportQuery,
    source: Source,
    spool: Spool,
  ): Promise<ImportReport> => {
    const reading = await readFile(spool, source)
    const { fingerprint } = reading
    const importId = query.import_id ?? fingerprint
    const key = createHash('sha256')
      .update(JSON.stringify([actor.userId, importId]))
      .digest('base64url')
    const once = actor.once && { ...actor.once, fingerprint: `${actor.once.fingerprint} ${fingerprint}` }
    const known = await store.read(key)
    if (known !== undefined && known.fingerprint !== fingerprint) throw new Problem('import_id_reused')
    if (known !== undefined && known.report !== null) {
      const report = { ...(JSON.parse(known.report) as ImportReport), repeated: true }
      return once === undefined ? report : writer.finish({ ...actor, once }, key, report)
    }
    const startedAt = known?.startedAt ?? clock()
    const room = known === undefined ? await roomOf(actor) : known.room
    const isStrict = query.mode === 'strict'
    const plan = await planImport(spool, { room: isStrict ? null : room, latest: startedAt + DAY_MS })
    const rejections = [...reading.rejections, ...plan.rejections]
    if (isStrict) refuse(rejections)
    if (isStrict && room !== null && plan.activeIdeas > room) throw new Problem('idea_cap_reached')
    const report = { ...reportOf(spool, plan, rejections), import_id: importId, dry_run: query.dry_run }
    if (query.dry_run) return { ...report, tags: await newTags(actor, spool, plan) }

    const state =
      known ?? (await writer.begin(actor, { key, fingerprint, room, startedAt }, needsOf(spool, plan)))
    let place = 0
    for await (const batch of cutBatches(spool, plan, state)) {
      if (place >= state.cursor) await writer.write(actor, key, place, batch)
      place += 1
    }
    const { tags: made = 0 } = (await store.read(key)) ?? {}
    return writer.finish({ ...actor, once }, key, { ...report, tags: made })
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
      return turns.take(async () => {
        const spool = await createSpool(spoolFolder)
        try {
          return await run(actor, query, source, spool)
        } finally {
          await spool.remove()
        }
      })
    },
  }
}
export type Imports = ReturnType<typeof createImports>

const NO_NUMBERS = { firstIdea: 0, firstLink: 0, firstRelation: 0, firstDuplicate: 0, startedAt: 0 }

function needsOf(spool: Spool, plan: Plan): Needs {
  return {
    ideas: spool.count('ideas'),
    links: plan.linksInIdeas + spool.count('links'),
    relations: plan.parents.length + spool.count('relations'),
    duplicates: spool.count('duplicates'),
  }
}

function refuse(rejections: readonly Rejection[]): void {
  if (rejections.length === 0) return
  const details = rejections.slice(0, MAX_REPORTED).map(({ record, path, message }) => ({
    path: path === '' ? record : `${record}.${path}`,
    message,
  }))
  throw new Problem('validation_error', { details })
}

function reportOf(spool: Spool, plan: Plan, rejections: Rejection[]) {
  return {
    repeated: false,
    ideas: plan.ideas,
    tags: 0,
    links: plan.linksInIdeas + spool.count('links') - plan.skipped.links.size,
    relations: plan.parents.length + spool.count('relations') - plan.skipped.relations.size,
    duplicates: spool.count('duplicates') - plan.skipped.duplicates.size,
    rejected: rejections.slice(0, MAX_REPORTED),
    rejected_count: rejections.length,
  }
}
