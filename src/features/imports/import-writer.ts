import type { Actor } from '../../platform/auth/actor.ts'
import type { AccountFeature } from '../account/feature.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import { createYield } from '../../platform/event-loop-yield.ts'
import { Problem } from '../../platform/problems.ts'
import { uniqueTags, tagKey } from '../tags/schema.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import type { NumberedIdea } from './batch-rows.ts'
import type { Batch } from './batches.ts'
import type { Plan } from './plan-import.ts'
import { acyclicIn, addRefused } from './refused.ts'
import type { ImportedIdea, ImportReport } from './schema.ts'
import type { IdeaRow, ImportState, ImportStore, Tx } from './store.ts'

/** Number of consecutive ids of each kind that an import needs. */
export type Needs = Readonly<{ ideas: number; links: number; relations: number; duplicates: number }>

/** Dependencies of {@link createImportWriter}. */
export type WriterDependencies = Readonly<{
  store: ImportStore
  tags: Pick<TagsFeature['tags'], 'resolve'>
  relations: Pick<RelationsFeature['relations'], 'removeCycles'>
  /** Reserve consecutive ids and return the first. */
  blocks: Readonly<Record<keyof Needs, (size: number) => Promise<number>>>
  /** What is derived from a title and a body, as stored. */
  keysOf: IdeasFeature['keysOf']
  freePlanIdeaCap: number
  usage: AccountFeature['usage']
  /** Bytes of all attachments of an account. */
  accountBytes: number
  clock: () => number
}>

/** The transactions of an import: begin, batches, finish. Only the last stores the response for an idempotency key. */
export function createImportWriter(deps: WriterDependencies) {
  const { store, tags, relations, blocks, keysOf, freePlanIdeaCap, usage, accountBytes, clock } = deps

  return {
    /** Stores the decisions that a resumed import must reuse; the first of concurrent calls wins. */
    async begin(
      { userId, idempotency }: Actor,
      start: Pick<ImportState, 'fingerprint' | 'room' | 'startedAt'> & { key: string },
      needs: Needs,
    ): Promise<ImportState> {
      const [firstIdea, firstLink, firstRelation, firstDuplicate] = await Promise.all([
        blocks.ideas(needs.ideas),
        blocks.links(needs.links),
        blocks.relations(needs.relations),
        blocks.duplicates(needs.duplicates),
      ])
      const replyKey = idempotency?.key ?? null
      const whole = { ...start, userId, replyKey, firstIdea, firstLink, firstRelation, firstDuplicate }
      return store.write({ userId, idempotency: undefined }, async (tx, locked) =>
        store.begin(tx, { ...whole, now: clock(), revision: (await locked).revision }),
      )
    },

    /**
     * Writes a batch unless it was written before. What the account no longer allows, because other requests changed it since
     * the import began, is left out and counted; a batch above the limit of ideas or attachments ends the import, which a repeat
     * resumes when there is room. @throws Problem `idea_cap_reached`, `attachments_full`, `service_unavailable`
     */
    async write(actor: Actor, key: string, batchIndex: number, batch: Batch, plan: Plan): Promise<void> {
      const { userId } = actor
      const activeIdeas = batch.ideas.filter(({ value }) => !value.archived).length
      const fileBytes = batch.links.reduce((total, { file }) => total + (file?.bytes ?? 0), 0)
      // Before the lock, which must not wait for other long work of this process.
      const ideas = await withKeys(batch.ideas, keysOf)
      await store.write({ userId, idempotency: undefined }, async (tx, locked) => {
        const ledger = await locked
        const current = await store.get(tx, key)
        // The batch was written by a concurrent run of the same import.
        if (current.cursor > batchIndex) return
        if (actor.plan === 'free' && ledger.ideaCount + activeIdeas > freePlanIdeaCap) {
          throw new Problem('idea_cap_reached')
        }
        if (fileBytes > 0 && (await usage(userId, tx)).attachmentBytes + fileBytes > accountBytes)
          throw new Problem('attachments_full', { max_bytes: accountBytes })
        const now = clock()
        const { rows, lastCreatedAt } = ideaRows(ideas, ledger.lastCreatedAt, now, actor.source)
        const tagRows = await tagRowsOf(tx, userId, batch)
        const made = tagRows.filter(({ id }) => id !== null).length
        const created = await store.create(tx, userId, { ...batch, tags: tagRows, ideas: rows }, now)
        // Without relations by other requests, the file's own have no cycle.
        const isAlone = current.revision !== null && (current.relatedAt ?? 0) <= current.revision
        const checked = isAlone ? [] : acyclicIn(batch, created, plan)
        const cycles = await relations.removeCycles(tx, userId, checked)
        const refused = JSON.stringify(addRefused(current.refused, batch, created, new Set(cycles)))
        const cursor = batchIndex + 1
        await store.advance(tx, { key, userId, cursor, tags: made, refused, activeIdeas, lastCreatedAt })
      })
    },

    /** Stores the response for an idempotency key, without other changes. */
    async keep(actor: Actor, report: ImportReport): Promise<ImportReport> {
      if (actor.idempotency === undefined) return report
      return store.write(actor, async () => report)
    },

    /** Stores the report on what was written; the first of concurrent calls wins. */
    async finish(
      actor: Actor,
      key: string,
      reportOn: (written: ImportState) => ImportReport,
    ): Promise<ImportReport> {
      return store.write(actor, async (tx) => {
        const report = reportOn(await store.get(tx, key))
        return JSON.parse(await store.finish(tx, key, JSON.stringify(report))) as ImportReport
      })
    },
  }

  async function tagRowsOf(tx: Tx, userId: string, batch: Batch) {
    const colors = new Map(batch.tags.map(({ name, color }) => [tagKey(name), color]))
    const names = [...batch.tags.map(({ name }) => name), ...batch.ideas.flatMap(({ value }) => value.tags)]
    const resolved = await tags.resolve(tx, userId, names)
    return resolved.map(({ id, name, nameKey }) => ({
      id,
      name,
      nameKey,
      color: colors.get(nameKey) ?? null,
    }))
  }
}

/** The tags of an idea; names that occur only in `tag_details` are ignored. */
function tagsOf({ tags, tag_details: details }: ImportedIdea): IdeaRow['tags'] {
  const auto = new Set(details.filter((tag) => tag.auto).map(({ name }) => tagKey(name)))
  return uniqueTags(tags).map(({ nameKey }, position) => ({ nameKey, position, auto: auto.has(nameKey) }))
}

type KeyedIdea = NumberedIdea & Readonly<{ keys: ReturnType<IdeasFeature['keysOf']> }>

/** Ideas with the keys of their texts; pauses between them, because those of long texts take milliseconds each. */
async function withKeys(
  ideas: readonly NumberedIdea[],
  keysOf: IdeasFeature['keysOf'],
): Promise<KeyedIdea[]> {
  const keyed: KeyedIdea[] = []
  const yieldIfDue = createYield()
  for (const idea of ideas) {
    await yieldIfDue()
    keyed.push({ ...idea, keys: keysOf(idea.value.title, idea.value.body) })
  }
  return keyed
}

/** Ideas without dates sort after all others of the user, like new ones; those with only one of them have it twice. */
function ideaRows(
  ideas: readonly KeyedIdea[],
  last: number,
  now: number,
  source: Actor['source'],
): { rows: IdeaRow[]; lastCreatedAt: number } {
  let lastCreatedAt = last
  const rows = ideas.map(({ id, value, firstLink, keys }) => {
    const { title, body, status, archived, source_url: sourceUrl } = value
    const dated = value.created_at ?? value.updated_at
    const createdAt = dated ?? Math.max(now, lastCreatedAt + 1)
    // A date of tomorrow must not move the dates of the ideas that are created today.
    if (createdAt <= now || dated === undefined) lastCreatedAt = Math.max(lastCreatedAt, createdAt)
    return {
      id,
      title,
      body,
      ...keys,
      status,
      source: value.source ?? source,
      sourceUrl,
      archived,
      createdAt,
      updatedAt: value.updated_at ?? createdAt,
      tags: tagsOf(value),
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
