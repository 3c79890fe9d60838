import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int, planAtStart, type Tx } from '../../platform/graph/query.ts'
import { createYield } from '../../platform/event-loop-yield.ts'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { IdeaStatus, TagDetail } from '../ideas/schema.ts'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'
import { Undo, UNKNOWN } from './undo.ts'

export type { Tx }

const query = queriesIn('merges')

const FullIdea = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  status: IdeaStatus,
  sourceUrl: z.string().nullable(),
  archived: z.boolean(),
  /** The idea that absorbed this one. */
  survivorId: z.int().nullable(),
  /**
   * `tagIds` are the ids of the tags that it had before tags were merged, each of which is gained and reverted by itself; with `isMerged`
   * it is unknown which of them were chosen.
   */
  tags: z.array(
    TagDetail.extend({ id: z.int(), position: z.int(), tagIds: z.array(z.int()), isMerged: z.boolean() }),
  ),
  links: z.array(LinkRow),
  relations: z.array(RelationRow),
})
/** An idea, archived or not, with everything that a merge moves. */
export type FullIdea = z.infer<typeof FullIdea>
/** The parts of an idea that a merge moves, without its text. */
export type Contents = Pick<FullIdea, 'id' | 'tags' | 'links' | 'relations'>

const MergeRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: IdeaStatus,
  tags: z.array(TagDetail),
  createdAt: z.int(),
  mergedAt: z.int().nullable(),
})
export type MergeRow = z.infer<typeof MergeRow>

const PairRow = z.strictObject({ ideaId: z.int(), duplicateOfId: z.int(), status: DuplicateStatus })
export type PairRow = z.infer<typeof PairRow>

const Edge = z.object({ ...RelationRow.shape, id: int, sourceId: int, targetId: int, createdAt: int })
const Link = z.object({ ...LinkRow.omit({ file: true }).shape, id: int, ideaId: int, createdAt: int })

const user = { userId: z.string() }
const mergeIds = { ...user, survivorId: int, absorbedId: int }
const ids = z.array(int)
const count = column('count', z.int())
const one = column('id', z.int())

/** The statements on merges. */
export const mergeQueries = {
  fullIdeas: query('full-ideas', { ...user, ids }, column('idea', FullIdea)),
  cycles: query('cycles', { ...mergeIds, force: z.boolean() }, column('ids', z.array(z.int()))),
  pair: query('pair', { ...user, id: int }, column('pair', PairRow)),
  records: query(
    'records',
    mergeIds,
    z.strictObject({ absorbedId: z.int(), survivorId: z.int(), undo: z.string().nullable() }),
  ),
  list: query(
    'list',
    { ...user, id: int, offset: int, limit: int },
    z.strictObject({ total: z.int(), merges: z.array(MergeRow) }),
  ),
  archive: query('archive', { ...mergeIds, undo: z.string(), revision: int }, one),
  restore: query('restore', { ...mergeIds, now: int }, one),
  record: query(
    'record',
    { ...user, records: z.array(z.object({ absorbedId: int, undo: z.string() })) },
    count,
  ),
  settlePairs: query('settle-pairs', mergeIds, z.strictObject({ id: z.int(), status: DuplicateStatus })),
  relate: query(
    'relate',
    { ...user, relations: z.array(Edge) },
    z.strictObject({ id: z.int(), isMade: z.boolean() }),
  ),
  unrelate: query('unrelate', { ...user, ideaId: int, ids }, count),
  amend: query(
    'amend',
    { ...user, ideaId: int, amended: z.record(z.string(), Edge.pick({ note: true, score: true })) },
    count,
  ),
  putLinks: query('put-links', { ...user, links: z.array(Link) }, count),
  removeLinks: query('remove-links', { ...user, ideaId: int, ids }, count),
  tag: query(
    'tag',
    {
      ...user,
      ideaId: int,
      tags: z.array(
        z.object({ id: int, position: int, auto: z.boolean(), tagIds: z.array(int), isMerged: z.boolean() }),
      ),
    },
    count,
  ),
  untag: query('untag', { ...user, ideaId: int, ids }, count),
}
// The list of merges is read by itself.
const { list: _, ...withinMerges } = mergeQueries
planAtStart(withinMerges, 'behind writes')

/** The two ideas of a merge. */
export type MergeIds = Readonly<{ survivorId: number; absorbedId: number }>
type Own = MergeIds & Readonly<{ userId: string }>
export type IdeaTag = Contents['tags'][number]
export type IdeaLink = Readonly<Omit<LinkRow, 'file'> & { ideaId: number }>
/** The record of one merge. */
export type MergeRecord = MergeIds & Readonly<{ undo: Undo }>

/** Changes to the survivor and the absorbed idea. */
export type Changes = Readonly<{
  /** Tags removed from the survivor, and tags added to it or changed. */
  untagged: number[]
  tagged: IdeaTag[]
  removedLinks: number[]
  /** Links to create or update. */
  links: IdeaLink[]
  /** Relations to remove, including moved ones, which are created again. */
  removedEdges: number[]
  createdEdges: RelationRow[]
  /** Relations of the survivor whose note or score changes. */
  amendedEdges: RelationRow[]
  /** Restored relations that did not exist any more; they may close cycles. */
  remadeEdges: RelationRow[]
}>

/** Repository of merges. */
export function createMergeStore({ read, write, dryRun }: Pick<Graph, 'read' | 'write' | 'dryRun'>) {
  return {
    write,
    dryRun,
    fullIdeas: async (tx: Tx, userId: string, of: number[]): Promise<Map<number, FullIdea>> =>
      new Map((await tx.run(mergeQueries.fullIdeas, { userId, ids: of })).map((idea) => [idea.id, idea])),
    /** The ids along a cycle that the merge would close; undefined if there is none. */
    cycle: async (tx: Tx, of: Own & { force: boolean }) => first(tx.run, mergeQueries.cycles, of),
    pair: async (tx: Tx, userId: string, id: number) => first(tx.run, mergeQueries.pair, { userId, id }),
    /** The records of a merge, of all later ones of the user, and of merges without a record, in the order of the merges. */
    async records(tx: Tx, of: Own): Promise<MergeRecord[]> {
      const yieldIfDue = createYield()
      const records: MergeRecord[] = []
      for (const { undo, ...merged } of await tx.run(mergeQueries.records, of)) {
        await yieldIfDue()
        records.push({ ...merged, undo: undo === null ? UNKNOWN : Undo.parse(JSON.parse(undo)) })
      }
      return records
    },
    /** Undefined if there is no such active idea. */
    list: async (page: z.input<typeof mergeQueries.list.params>) => first(read, mergeQueries.list, page),
    archive: async (tx: Tx, of: Own & { revision: number }, undo: Undo) =>
      tx.run(mergeQueries.archive, { ...of, undo: JSON.stringify(undo) }),
    restore: async (tx: Tx, of: Own, now: number) => tx.run(mergeQueries.restore, { ...of, now }),
    async record(tx: Tx, userId: string, records: readonly MergeRecord[]): Promise<void> {
      const rows = records.map(({ absorbedId, undo }) => ({ absorbedId, undo: JSON.stringify(undo) }))
      if (rows.length > 0) await tx.run(mergeQueries.record, { userId, records: rows })
    },
    settlePairs: async (tx: Tx, of: Own) => tx.run(mergeQueries.settlePairs, of),
    /**
     * Writes changes; removed links and relations are those of `fromId`. Returns for each relation whether it was created
     * (false: an equal one exists), and no entry if its other end was deleted or archived.
     */
    async change(
      tx: Tx,
      { userId, survivorId, fromId }: Readonly<{ userId: string; survivorId: number; fromId: number }>,
      changes: Changes,
    ): Promise<Map<number, boolean>> {
      const { untagged, tagged, removedLinks, links, removedEdges, amendedEdges } = changes
      const relations = [...changes.createdEdges, ...changes.remadeEdges]
      const amended = Object.fromEntries(amendedEdges.map(({ id, note, score }) => [id, { note, score }]))
      const survivor = { userId, ideaId: survivorId }
      const from = { userId, ideaId: fromId }
      // Pipelined; the statements are executed in this order.
      const [, made] = await Promise.all([
        removedEdges.length > 0 && tx.run(mergeQueries.unrelate, { ...from, ids: removedEdges }),
        relations.length > 0 && tx.run(mergeQueries.relate, { userId, relations }),
        amendedEdges.length > 0 && tx.run(mergeQueries.amend, { ...survivor, amended }),
        untagged.length > 0 && tx.run(mergeQueries.untag, { ...survivor, ids: untagged }),
        tagged.length > 0 && tx.run(mergeQueries.tag, { ...survivor, tags: tagged }),
        removedLinks.length > 0 && tx.run(mergeQueries.removeLinks, { ...from, ids: removedLinks }),
        links.length > 0 && tx.run(mergeQueries.putLinks, { userId, links }),
      ])
      return new Map(made === false ? [] : made.map(({ id, isMade }) => [id, isMade]))
    },
  }
}
export type MergeStore = ReturnType<typeof createMergeStore>
