import { z } from 'zod'
import { EdgeType } from '../graph-names.ts'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { IdeaStatus, TagDetail } from '../ideas/schema.ts'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'
import { othersOf, Undo } from './undo.ts'

const EdgeRow = RelationRow.extend({ score: z.number().nullable() })
/** A relation with the similarity of an automatic `duplicate`. */
export type EdgeRow = z.infer<typeof EdgeRow>

const SideRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  status: IdeaStatus,
  sourceUrl: z.string().nullable(),
  archived: z.boolean(),
  /** The idea that took this one in. */
  survivorId: z.int().nullable(),
  tags: z.array(TagDetail.extend({ id: z.int(), position: z.int() })),
  links: z.array(LinkRow),
  relations: z.array(EdgeRow),
})
/** One of the two ideas of a merge, archived or not. */
export type SideRow = z.infer<typeof SideRow>

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

const Edge = z.object({
  id: int,
  type: EdgeType,
  sourceId: int,
  targetId: int,
  note: z.string().nullable(),
  createdAt: int,
  score: z.number().nullable(),
})
const Link = z.object({
  id: int,
  url: z.string(),
  title: z.string().nullable(),
  linkType: z.string(),
  createdAt: int,
})

const user = { userId: z.string() }
const two = { ...user, survivorId: int, absorbedId: int }
const ids = z.array(int)
const titles = z.array(z.object({ id: int, title: z.string().nullable() }))
const count = z.strictObject({ count: z.int() })
const one = z.strictObject({ id: z.int() })

/** Every statement about merges. */
export const mergeQueries = {
  sides: defineQuery('merges/sides.cypher', { ...user, ids }, z.strictObject({ idea: SideRow })),
  cycles: defineQuery(
    'merges/cycles.cypher',
    { ...two, force: z.boolean() },
    z.strictObject({ ids: z.array(z.int()) }),
  ),
  pair: defineQuery('merges/pair.cypher', { ...user, id: int }, z.strictObject({ pair: PairRow })),
  records: defineQuery(
    'merges/records.cypher',
    two,
    z.strictObject({ ideaId: z.int(), survivorId: z.int(), undo: z.string().nullable() }),
  ),
  list: defineQuery(
    'merges/list.cypher',
    { ...user, id: int, offset: int, limit: int },
    z.strictObject({ total: z.int(), merges: z.array(MergeRow) }),
  ),
  archive: defineQuery('merges/archive.cypher', { ...two, undo: z.string(), others: ids }, one),
  restore: defineQuery('merges/restore.cypher', { ...two, now: int }, one),
  record: defineQuery(
    'merges/record.cypher',
    { ...user, records: z.array(z.object({ ideaId: int, undo: z.string(), others: ids })) },
    count,
  ),
  settlePairs: defineQuery(
    'merges/settle-pairs.cypher',
    two,
    z.strictObject({ id: z.int(), status: DuplicateStatus }),
  ),
  relate: defineQuery(
    'merges/relate.cypher',
    { ...user, relations: z.array(Edge) },
    z.strictObject({ id: z.int(), isMade: z.boolean() }),
  ),
  unrelate: defineQuery('merges/unrelate.cypher', { ...user, ideaId: int, ids }, count),
  amend: defineQuery(
    'merges/amend.cypher',
    { ...user, ideaId: int, amended: z.record(z.string(), Edge.pick({ note: true, score: true })) },
    count,
  ),
  closing: defineQuery(
    'merges/closing.cypher',
    { blocks: z.array(Edge), parent: z.array(Edge), supersedes: z.array(Edge) },
    one,
  ),
  moveLinks: defineQuery('merges/move-links.cypher', { ...user, ideaId: int, ids }, count),
  createLinks: defineQuery(
    'merges/create-links.cypher',
    { ...user, links: z.array(Link.extend({ ideaId: int })) },
    count,
  ),
  removeLinks: defineQuery('merges/remove-links.cypher', { ...user, ideaId: int, ids }, count),
  renameLinks: defineQuery('merges/rename-links.cypher', { ...user, titles }, count),
  tag: defineQuery(
    'merges/tag.cypher',
    { ...user, ideaId: int, tags: z.array(z.object({ id: int, position: int, auto: z.boolean() })) },
    count,
  ),
  untag: defineQuery('merges/untag.cypher', { ...user, ideaId: int, ids }, count),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements
/** The two ideas of a merge. */
export type Two = Readonly<{ survivorId: number; absorbedId: number }>
type Own = Two & Readonly<{ userId: string }>
export type NewLink = Readonly<LinkRow & { ideaId: number }>
export type NewTag = Readonly<{ id: number; position: number; auto: boolean }>
export type NewTitle = Readonly<{ id: number; title: string | null }>
/** What is kept of one merge: nothing of one that an import brought. */
export type MergeRecord = Readonly<{ ideaId: number; survivorId: number; undo: Undo | undefined }>

/** What is kept of a merge that was made here. */
export type KnownMerge = MergeRecord & Readonly<{ undo: Undo }>

/** The graph as the merges feature uses it. */
export function createMergeStore({ read, write, rehearse }: Pick<Graph, 'read' | 'write' | 'rehearse'>) {
  return {
    write,
    rehearse,
    sides: async (tx: Tx, userId: string, of: number[]): Promise<Map<number, SideRow>> =>
      new Map((await tx.run(mergeQueries.sides, { userId, ids: of })).map(({ idea }) => [idea.id, idea])),
    /** The ids along a cycle that there would be if the two were one; nothing when there would be none. */
    cycle: async (tx: Tx, of: Own & { force: boolean }): Promise<number[] | undefined> =>
      (await tx.run(mergeQueries.cycles, of))[0]?.ids,
    pair: async (tx: Tx, userId: string, id: number): Promise<PairRow | undefined> =>
      (await tx.run(mergeQueries.pair, { userId, id }))[0]?.pair,
    /** Of a merge, and of all others that bear on its undoing, in their order. */
    records: async (tx: Tx, of: Own): Promise<MergeRecord[]> =>
      (await tx.run(mergeQueries.records, of)).map(({ undo, ...ends }) => ({
        ...ends,
        undo: undo === null ? undefined : Undo.parse(JSON.parse(undo)),
      })),
    /** Nothing when there is no such active idea. */
    list: async (page: z.input<typeof mergeQueries.list.params>) => (await read(mergeQueries.list, page))[0],
    archive: async (tx: Tx, of: Own, undo: Undo) =>
      tx.run(mergeQueries.archive, { ...of, undo: JSON.stringify(undo), others: othersOf(undo) }),
    restore: async (tx: Tx, of: Own, now: number) => tx.run(mergeQueries.restore, { ...of, now }),
    async record(tx: Tx, userId: string, records: readonly KnownMerge[]): Promise<void> {
      const rows = records.map(({ ideaId, undo }) => ({
        ideaId,
        undo: JSON.stringify(undo),
        others: othersOf(undo),
      }))
      if (rows.length > 0) await tx.run(mergeQueries.record, { userId, records: rows })
    },
    settlePairs: async (tx: Tx, of: Own) => tx.run(mergeQueries.settlePairs, of),
    /** Whether each of the relations was made, or is there already; nothing about those whose other end is not there. */
    async relate(tx: Tx, userId: string, relations: EdgeRow[]): Promise<Map<number, boolean>> {
      if (relations.length === 0) return new Map()
      const rows = await tx.run(mergeQueries.relate, { userId, relations })
      return new Map(rows.map(({ id, isMade }) => [id, isMade]))
    },
    async unrelate(tx: Tx, userId: string, ideaId: number, relationIds: number[]): Promise<void> {
      if (relationIds.length > 0) await tx.run(mergeQueries.unrelate, { userId, ideaId, ids: relationIds })
    },
    /** Gives relations of an idea the note and the score that they have here. */
    async amend(tx: Tx, userId: string, ideaId: number, relations: EdgeRow[]): Promise<void> {
      const amended = Object.fromEntries(relations.map(({ id, note, score }) => [id, { note, score }]))
      if (relations.length > 0) await tx.run(mergeQueries.amend, { userId, ideaId, amended })
    },
    /** The ids of those of the relations that are part of a cycle. */
    async closing(tx: Tx, relations: readonly EdgeRow[]): Promise<Set<number>> {
      const of = (type: EdgeRow['type']) => relations.filter((edge) => edge.type === type)
      const edges = { blocks: of('BLOCKS'), parent: of('PARENT'), supersedes: of('SUPERSEDES') }
      if (Object.values(edges).every(({ length }) => length === 0)) return new Set()
      return new Set((await tx.run(mergeQueries.closing, edges)).map(({ id }) => id))
    },
    async moveLinks(tx: Tx, userId: string, ideaId: number, linkIds: number[]): Promise<void> {
      if (linkIds.length > 0) await tx.run(mergeQueries.moveLinks, { userId, ideaId, ids: linkIds })
    },
    async createLinks(tx: Tx, userId: string, links: NewLink[]): Promise<void> {
      if (links.length > 0) await tx.run(mergeQueries.createLinks, { userId, links })
    },
    async removeLinks(tx: Tx, userId: string, ideaId: number, linkIds: number[]): Promise<void> {
      if (linkIds.length > 0) await tx.run(mergeQueries.removeLinks, { userId, ideaId, ids: linkIds })
    },
    async renameLinks(tx: Tx, userId: string, given: NewTitle[]): Promise<void> {
      if (given.length > 0) await tx.run(mergeQueries.renameLinks, { userId, titles: given })
    },
    async tag(tx: Tx, userId: string, ideaId: number, tags: NewTag[]): Promise<void> {
      if (tags.length > 0) await tx.run(mergeQueries.tag, { userId, ideaId, tags })
    },
    async untag(tx: Tx, userId: string, ideaId: number, tagIds: number[]): Promise<void> {
      if (tagIds.length > 0) await tx.run(mergeQueries.untag, { userId, ideaId, ids: tagIds })
    },
  }
}
export type MergeStore = ReturnType<typeof createMergeStore>
