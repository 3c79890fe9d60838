import { z } from 'zod'
import { EdgeType } from '../graph-names.ts'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const user = { userId: z.string() }
const key = { key: z.string() }

const ImportState = z.strictObject({
  fingerprint: z.string(),
  room: z.int().nullable(),
  startedAt: z.int(),
  firstIdea: z.int(),
  firstLink: z.int(),
  firstRelation: z.int(),
  firstDuplicate: z.int(),
  /** How many batches are written. */
  cursor: z.int(),
  /** How many tags they have made. */
  tags: z.int(),
  report: z.string().nullable(),
})
/** How far an import has come, and what was decided at its beginning. */
export type ImportState = z.infer<typeof ImportState>

const LinkRow = z.object({
  id: int,
  url: z.string(),
  title: z.string().nullable(),
  linkType: z.string(),
  createdAt: int,
})
const IdeaRow = z.object({
  id: int,
  title: z.string(),
  titleKey: z.string(),
  body: z.string(),
  contentHash: z.string(),
  status: z.string(),
  source: z.string(),
  sourceUrl: z.string().nullable(),
  archived: z.boolean(),
  createdAt: int,
  updatedAt: int,
  tags: z.array(z.object({ nameKey: z.string(), position: int, auto: z.boolean() })),
  links: z.array(LinkRow),
})
const TagRow = z.object({
  id: int.nullable(),
  name: z.string(),
  nameKey: z.string(),
  color: z.string().nullable(),
})
const RelationRow = z.object({
  id: int,
  sourceId: int,
  targetId: int,
  type: EdgeType,
  note: z.string().nullable(),
  score: z.number().nullable(),
  createdAt: int,
})
const LinkOfIdeaRow = LinkRow.extend({ ideaId: int })
const MergerRow = z.object({ ideaId: int, survivorId: int })
const DuplicateRow = z.object({
  id: int,
  ideaId: int,
  duplicateOfId: int,
  score: z.number(),
  confidence: z.number().nullable(),
  reasons: z.array(z.string()).nullable(),
  status: z.string(),
  createdAt: int,
})
export type IdeaRow = z.input<typeof IdeaRow>
export type TagRow = z.input<typeof TagRow>
export type LinkRow = z.input<typeof LinkOfIdeaRow>
export type RelationRow = z.input<typeof RelationRow>
export type MergerRow = z.input<typeof MergerRow>
export type DuplicateRow = z.input<typeof DuplicateRow>

const state = z.strictObject({ import: ImportState })
const counted = z.strictObject({ count: z.int() })

/** Every statement about imports. */
export const importQueries = {
  get: defineQuery('imports/get.cypher', key, state),
  begin: defineQuery(
    'imports/begin.cypher',
    {
      ...key,
      ...user,
      fingerprint: z.string(),
      room: int.nullable(),
      startedAt: int,
      firstIdea: int,
      firstLink: int,
      firstRelation: int,
      firstDuplicate: int,
    },
    state,
  ),
  advance: defineQuery(
    'imports/advance.cypher',
    { ...key, ...user, cursor: int, tags: int, activeIdeas: int, lastCreatedAt: int },
    z.strictObject({ cursor: z.int() }),
  ),
  finish: defineQuery(
    'imports/finish.cypher',
    { ...key, report: z.string() },
    z.strictObject({ report: z.string() }),
  ),
  createTags: defineQuery(
    'imports/create-tags.cypher',
    { ...user, tags: z.array(TagRow), now: int },
    counted,
  ),
  createIdeas: defineQuery(
    'imports/create-ideas.cypher',
    { ...user, ideas: z.array(IdeaRow), now: int },
    counted,
  ),
  createLinks: defineQuery(
    'imports/create-links.cypher',
    { ...user, links: z.array(LinkOfIdeaRow) },
    counted,
  ),
  createRelations: defineQuery(
    'imports/create-relations.cypher',
    { ...user, relations: z.array(RelationRow) },
    counted,
  ),
  createMergers: defineQuery(
    'imports/create-mergers.cypher',
    { ...user, mergers: z.array(MergerRow) },
    counted,
  ),
  createDuplicates: defineQuery(
    'imports/create-duplicates.cypher',
    { ...user, duplicates: z.array(DuplicateRow) },
    counted,
  ),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** What one transaction of an import writes. */
export type Rows = Readonly<{
  tags: TagRow[]
  ideas: IdeaRow[]
  mergers: MergerRow[]
  relations: RelationRow[]
  links: LinkRow[]
  duplicates: DuplicateRow[]
}>

/** The graph as imports use it. */
export function createImportStore(graph: Graph) {
  return {
    write: graph.write,
    read: async (importKey: string): Promise<ImportState | undefined> =>
      (await graph.read(importQueries.get, { key: importKey }))[0]?.import,
    get: async (tx: Tx, importKey: string): Promise<ImportState | undefined> =>
      (await tx.run(importQueries.get, { key: importKey }))[0]?.import,
    begin: async (tx: Tx, start: z.input<typeof importQueries.begin.params>): Promise<ImportState> => {
      const [row] = await tx.run(importQueries.begin, start)
      if (row === undefined) throw new Error('an import that was made is not there')
      return row.import
    },
    /** Everything of one batch, in the order in which it needs each other. */
    create: async (tx: Tx, userId: string, rows: Rows, now: number): Promise<void> => {
      const { tags, ideas, mergers, relations, links, duplicates } = rows
      await Promise.all([
        tags.length > 0 && tx.run(importQueries.createTags, { userId, tags, now }),
        ideas.length > 0 && tx.run(importQueries.createIdeas, { userId, ideas, now }),
        mergers.length > 0 && tx.run(importQueries.createMergers, { userId, mergers }),
        relations.length > 0 && tx.run(importQueries.createRelations, { userId, relations }),
        links.length > 0 && tx.run(importQueries.createLinks, { userId, links }),
        duplicates.length > 0 && tx.run(importQueries.createDuplicates, { userId, duplicates }),
      ])
    },
    advance: async (tx: Tx, step: z.input<typeof importQueries.advance.params>): Promise<void> => {
      await tx.run(importQueries.advance, step)
    },
    finish: async (tx: Tx, importKey: string, report: string): Promise<string> =>
      (await tx.run(importQueries.finish, { key: importKey, report }))[0]?.report ?? report,
  }
}
export type ImportStore = ReturnType<typeof createImportStore>
