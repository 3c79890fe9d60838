import { z } from 'zod'
import { EdgeType } from '../relations/schema.ts'
import type { Graph, Statements } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { Problem } from '../../platform/problems.ts'

const query = queriesIn('imports')

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
  /** Number of batches written. */
  cursor: z.int(),
  /** Number of tags created by them. */
  tags: z.int(),
  report: z.string().nullable(),
})
/** The progress of an import, and the decisions made at its start. */
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

const counted = column('count', z.int())

/** The statements of imports. */
export const importQueries = {
  get: query('get', key, column('import', ImportState)),
  begin: query(
    'begin',
    {
      ...key,
      ...user,
      fingerprint: z.string(),
      replyKey: z.string().nullable(),
      room: int.nullable(),
      startedAt: int,
      firstIdea: int,
      firstLink: int,
      firstRelation: int,
      firstDuplicate: int,
    },
    z.strictObject({ import: ImportState, isKeyTaken: z.boolean() }),
  ),
  advance: query(
    'advance',
    { ...key, ...user, cursor: int, tags: int, activeIdeas: int, lastCreatedAt: int },
    column('cursor', z.int()),
  ),
  finish: query('finish', { ...key, report: z.string() }, column('report', z.string())),
  createTags: query('create-tags', { ...user, tags: z.array(TagRow), now: int }, counted),
  createIdeas: query('create-ideas', { ...user, ideas: z.array(IdeaRow), now: int }, counted),
  createLinks: query('create-links', { ...user, links: z.array(LinkOfIdeaRow) }, counted),
  createRelations: query('create-relations', { ...user, relations: z.array(RelationRow) }, counted),
  createMergers: query('create-mergers', { ...user, mergers: z.array(MergerRow) }, counted),
  createDuplicates: query('create-duplicates', { ...user, duplicates: z.array(DuplicateRow) }, counted),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** The rows of one transaction of an import. */
export type Rows = Readonly<{
  tags: TagRow[]
  ideas: IdeaRow[]
  mergers: MergerRow[]
  relations: RelationRow[]
  links: LinkRow[]
  duplicates: DuplicateRow[]
}>

/** Repository of imports. */
export function createImportStore(graph: Graph) {
  return {
    write: graph.write,
    dryRun: graph.dryRun,
    read: async (importKey: string) => first(graph.read, importQueries.get, { key: importKey }),
    get: async (tx: Tx, importKey: string) => first(tx.run, importQueries.get, { key: importKey }),
    /** @throws Problem `idempotency_key_reused`, `import_id_reused` */
    begin: async (tx: Tx, start: z.input<typeof importQueries.begin.params>): Promise<ImportState> => {
      const row = await first(tx.run, importQueries.begin, start)
      if (row === undefined) throw new Error('an import that was made is not there')
      if (row.isKeyTaken) throw new Problem('idempotency_key_reused')
      if (row.import.fingerprint !== start.fingerprint) throw new Problem('import_id_reused')
      return row.import
    },
    /** Creates the rows of a batch in order of their dependencies. */
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
      (await first(tx.run, importQueries.finish, { key: importKey, report })) ?? report,
  }
}
export type ImportStore = ReturnType<typeof createImportStore>
