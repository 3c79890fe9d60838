import { createHash } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { contentHash, fold } from '../ideas/content.ts'
import { Problem } from '../problems.ts'
import { foldTags, tagKey } from '../tags/schema.ts'
import type { Tags } from '../tags/tags.ts'
import { createTurns } from '../turns.ts'
import { cutBatches, type Batch, type NumberedIdea } from './batches.ts'
import { planImport, type Plan } from './plan.ts'
import { readFile, type Source } from './reading.ts'
import type { ImportQuery, ImportReport, Rejection } from './schema.ts'
import { createSpool, type Spool } from './spool.ts'
import type { IdeaRow, ImportState, ImportStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: ImportStore
  tags: Pick<Tags, 'resolve' | 'list'>
  /** Reserve so many consecutive ids. */
  blocks: Readonly<Record<'ideas' | 'links' | 'relations' | 'duplicates', (size: number) => Promise<number>>>
  /** How many active ideas a user has. */
  ideaCount: (userId: string) => Promise<number>
  freePlanIdeaCap: number
  /** Where files are kept while they are imported. */
  spoolFolder: string
  clock: () => number
}>

const DAY_MS = 24 * 60 * 60_000
const MAX_REPORTED = 1_000
const PARALLEL_IMPORTS = 2
const TURN_WAIT_MS = 60_000

/** Imports: a file is read and judged whole, then written in transactions that a repeat goes on with. */
export function createImports(deps: Dependencies) {
  const { store, tags, blocks, ideaCount, freePlanIdeaCap, spoolFolder, clock } = deps
  const turns = createTurns(PARALLEL_IMPORTS, TURN_WAIT_MS)

  const roomOf = async ({ plan, userId }: Actor): Promise<number | null> =>
    plan === 'free' ? Math.max(0, freePlanIdeaCap - (await ideaCount(userId))) : null

  const begin = async (
    actor: Actor,
    start: Pick<ImportState, 'fingerprint' | 'room' | 'startedAt'> & { key: string },
    spool: Spool,
    plan: Plan,
  ) => {
    const { userId } = actor
    const [firstIdea, firstLink, firstRelation, firstDuplicate] = await Promise.all([
      blocks.ideas(spool.count('ideas')),
      blocks.links(plan.linksInIdeas + spool.count('links')),
      blocks.relations(plan.parents.length + spool.count('relations')),
      blocks.duplicates(spool.count('duplicates')),
    ])
    const whole = { ...start, userId, firstIdea, firstLink, firstRelation, firstDuplicate }
    const make = async (tx: Tx): Promise<ImportState> => store.begin(tx, whole)
    return store.write({ userId, once: undefined }, { apply: make, recall: make })
  }

  const writeBatch = async (actor: Actor, key: string, place: number, batch: Batch): Promise<void> => {
    const { userId } = actor
    const activeIdeas = batch.ideas.filter(({ value }) => !value.archived).length
    await store.write(
      { userId, once: undefined },
      {
        async apply(tx, ledger) {
          const current = await store.get(tx, key)
          // Somebody else who runs the same import was here first.
          if (current === undefined || current.cursor > place) return
          if (actor.plan === 'free' && ledger.ideaCount + activeIdeas > freePlanIdeaCap) {
            throw new Problem('idea_cap_reached')
          }
          const now = clock()
          const { rows, lastCreatedAt } = ideaRows(batch.ideas, ledger.lastCreatedAt, now, actor.source)
          const colors = new Map(batch.tags.map(({ name, color }) => [tagKey(name), color]))
          const names = [
            ...batch.tags.map(({ name }) => name),
            ...batch.ideas.flatMap(({ value }) => value.tags),
          ]
          const resolved = await tags.resolve(tx, userId, names)
          const tagRows = resolved.map(({ id, name, nameKey }) => ({
            id,
            name,
            nameKey,
            color: colors.get(nameKey) ?? null,
          }))
          const made = resolved.filter(({ id }) => id !== null).length
          await Promise.all([
            store.create(tx, userId, { ...batch, tags: tagRows, ideas: rows }, now),
            store.advance(tx, { key, userId, cursor: place + 1, tags: made, activeIdeas, lastCreatedAt }),
          ])
        },
        recall: async () => undefined,
      },
    )
  }

  const finish = async (actor: Actor, key: string, report: ImportReport): Promise<ImportReport> => {
    const end = async (tx: Tx): Promise<ImportReport> => {
      const kept = JSON.parse(await store.finish(tx, key, JSON.stringify(report))) as ImportReport
      return { ...kept, repeated: report.repeated }
    }
    return store.write(actor, { apply: end, recall: end })
  }

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
      return once === undefined ? report : finish({ ...actor, once }, key, report)
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

    const state = known ?? (await begin(actor, { key, fingerprint, room, startedAt }, spool, plan))
    let place = 0
    for await (const batch of cutBatches(spool, plan, state)) {
      if (place >= state.cursor) await writeBatch(actor, key, place, batch)
      place += 1
    }
    const { tags: made = 0 } = (await store.read(key)) ?? {}
    return finish({ ...actor, once }, key, { ...report, tags: made })
  }

  /** How many tags a file would make. */
  const newTags = async (actor: Actor, spool: Spool, plan: Plan): Promise<number> => {
    const keys = new Set<string>()
    const state = {
      firstIdea: 0,
      firstLink: 0,
      firstRelation: 0,
      firstDuplicate: 0,
      startedAt: 0,
    } as ImportState
    for await (const batch of cutBatches(spool, plan, state)) {
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

/** Ideas without a time of their own come after all others of the user, as new ones do. */
function ideaRows(
  ideas: readonly NumberedIdea[],
  last: number,
  now: number,
  source: Actor['source'],
): { rows: IdeaRow[]; lastCreatedAt: number } {
  let lastCreatedAt = last
  const rows = ideas.map(({ id, value, firstLink }) => {
    const { title, body, status, archived, source_url: sourceUrl } = value
    const createdAt = value.created_at ?? Math.max(now, lastCreatedAt + 1)
    lastCreatedAt = Math.max(lastCreatedAt, createdAt)
    return {
      id,
      title,
      titleKey: fold(title),
      body,
      contentHash: contentHash(title, body),
      status,
      source: value.source ?? source,
      sourceUrl,
      archived,
      createdAt,
      updatedAt: value.updated_at ?? createdAt,
      tags: foldTags(value.tags).map(({ nameKey }, position) => ({ nameKey, position })),
      links: value.links.map(({ url, title: label, link_type: linkType }, index) => ({
        id: firstLink + index,
        url,
        title: label,
        linkType,
        createdAt,
      })),
    }
  })
  return { rows, lastCreatedAt }
}
