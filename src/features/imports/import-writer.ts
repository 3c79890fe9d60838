import type { Actor } from '../actor.ts'
import { contentHash, fold } from '../ideas/content.ts'
import { Problem } from '../problems.ts'
import { foldTags, tagKey } from '../tags/schema.ts'
import type { Tags } from '../tags/tags.ts'
import type { Batch, NumberedIdea } from './batches.ts'
import type { ImportedIdea, ImportReport } from './schema.ts'
import type { IdeaRow, ImportState, ImportStore, Tx } from './store.ts'

/** How many consecutive ids of each kind an import needs. */
export type Needs = Readonly<{ ideas: number; links: number; relations: number; duplicates: number }>

/** What the transactions of imports need. */
export type WriterDependencies = Readonly<{
  store: ImportStore
  tags: Pick<Tags, 'resolve'>
  /** Reserve so many consecutive ids and answer the first. */
  blocks: Readonly<Record<keyof Needs, (size: number) => Promise<number>>>
  freePlanIdeaCap: number
  clock: () => number
}>

/** The transactions of an import: its beginning, its batches, its end. Only the last keeps an idempotent answer. */
export function createImportWriter({ store, tags, blocks, freePlanIdeaCap, clock }: WriterDependencies) {
  return {
    /** Decides for good what a repeat must find again; of two beginnings at once the first one counts for both. */
    async begin(
      { userId }: Actor,
      start: Pick<ImportState, 'fingerprint' | 'room' | 'startedAt'> & { key: string },
      needs: Needs,
    ): Promise<ImportState> {
      const [firstIdea, firstLink, firstRelation, firstDuplicate] = await Promise.all([
        blocks.ideas(needs.ideas),
        blocks.links(needs.links),
        blocks.relations(needs.relations),
        blocks.duplicates(needs.duplicates),
      ])
      const whole = { ...start, userId, firstIdea, firstLink, firstRelation, firstDuplicate }
      const make = async (tx: Tx): Promise<ImportState> => store.begin(tx, whole)
      return store.write({ userId, once: undefined }, { apply: make, recall: make })
    },

    /** Writes a batch unless it is written already. @throws Problem `idea_cap_reached`, `service_unavailable` */
    async write(actor: Actor, key: string, place: number, batch: Batch): Promise<void> {
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
            const tagRows = await tagRowsOf(tx, userId, batch)
            const made = tagRows.filter(({ id }) => id !== null).length
            await Promise.all([
              store.create(tx, userId, { ...batch, tags: tagRows, ideas: rows }, now),
              store.advance(tx, { key, userId, cursor: place + 1, tags: made, activeIdeas, lastCreatedAt }),
            ])
          },
          recall: async () => undefined,
        },
      )
    },

    /** Keeps an answer that goes with no change, where the request says `once`. */
    async keep(actor: Actor, report: ImportReport): Promise<ImportReport> {
      if (actor.once === undefined) return report
      const answer = async (): Promise<ImportReport> => report
      return store.write(actor, { apply: answer, recall: answer })
    },

    /** Keeps the report; of two ends the first one's. */
    async finish(actor: Actor, key: string, report: ImportReport): Promise<ImportReport> {
      const end = async (tx: Tx): Promise<ImportReport> =>
        JSON.parse(await store.finish(tx, key, JSON.stringify(report))) as ImportReport
      return store.write(actor, { apply: end, recall: end })
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

/** A tag is an automatic one when the file says so; names that only `tag_details` tells of are none of the idea's. */
function tagsOf({ tags, tag_details: details }: ImportedIdea): IdeaRow['tags'] {
  const auto = new Set(details.filter((tag) => tag.auto).map(({ name }) => tagKey(name)))
  return foldTags(tags).map(({ nameKey }, position) => ({ nameKey, position, auto: auto.has(nameKey) }))
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
