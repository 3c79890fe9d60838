import { z } from 'zod'
import { EdgeType } from '../relations/schema.ts'
import { Rejection } from './schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, queriesIn, int, type Tx } from '../../platform/graph/query.ts'
import { Problem } from '../../platform/problems.ts'

export type { Tx }

const query = queriesIn('imports')

const user = { userId: z.string() }
const key = { key: z.string() }

/** The records of written batches that were refused because the account had changed; `first` are the first of them. */
const Refused = z.object({
  relations: z.int(),
  links: z.int(),
  // An import that an older version began has none.
  duplicates: z.int().default(0),
  first: z.array(Rejection),
})
export type Refused = z.infer<typeof Refused>

const ImportState = z.strictObject({
  fingerprint: z.string(),
  room: z.int().nullable(),
  startedAt: z.int(),
  /** The revision of the ledger at the start; null if an older version started it. */
  revision: z.int().nullable(),
  firstIdea: z.int(),
  firstLink: z.int(),
  firstRelation: z.int(),
  firstDuplicate: z.int(),
  /** Number of batches written. */
  cursor: z.int(),
  /** Number of tags created by them. */
  tags: z.int(),
  refused: z
    .string()
    .nullable()
    .transform((text) => Refused.parse(text === null ? NOTHING_REFUSED : JSON.parse(text))),
  report: z.string().nullable(),
})
/** The progress of an import, and the decisions made at its start. */
export type ImportState = z.infer<typeof ImportState>

/** Of an import that has written nothing. */
export const NOTHING_REFUSED: Refused = { relations: 0, links: 0, duplicates: 0, first: [] }

const LinkInIdea = z.object({
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
  wordForms: z.string().nullable(),
  contentHash: z.string(),
  status: z.string(),
  source: z.string(),
  sourceUrl: z.string().nullable(),
  archived: z.boolean(),
  createdAt: int,
  updatedAt: int,
  tags: z.array(z.object({ nameKey: z.string(), position: int, auto: z.boolean() })),
  links: z.array(LinkInIdea),
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
const LinkRow = LinkInIdea.extend({
  ideaId: int,
  isOfArchived: z.boolean(),
  /** Of an attachment, with the id that it had where it was exported. */
  file: z
    .object({ attachmentId: z.string(), from: z.string(), bytes: int, mediaType: z.string() })
    .nullable(),
})
const MergeRow = z.object({ ideaId: int, survivorId: int })
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
export type LinkRow = z.input<typeof LinkRow>
export type RelationRow = z.input<typeof RelationRow>
export type MergeRow = z.input<typeof MergeRow>
export type DuplicateRow = z.input<typeof DuplicateRow>

const counted = column('count', z.int())
const one = column('id', z.int())

/** The statements of imports. */
export const importQueries = {
  get: query(
    'get',
    key,
    // When another request last created relations, as a revision of the ledger.
    column('import', ImportState.extend({ relatedAt: z.int().nullable() })),
  ),
  begin: query(
    'begin',
    {
      ...key,
      ...user,
      fingerprint: z.string(),
      replyKey: z.string().nullable(),
      room: int.nullable(),
      startedAt: int,
      now: int,
      revision: int,
      firstIdea: int,
      firstLink: int,
      firstRelation: int,
      firstDuplicate: int,
    },
    z.strictObject({ import: ImportState, isKeyTaken: z.boolean() }),
  ),
  advance: query(
    'advance',
    { ...key, ...user, cursor: int, tags: int, refused: z.string(), activeIdeas: int, lastCreatedAt: int },
    column('cursor', z.int()),
  ),
  finish: query('finish', { ...key, report: z.string() }, column('report', z.string())),
  sweep: query('sweep', { before: int }, column('swept', z.int())),
  createTags: query('create-tags', { ...user, tags: z.array(TagRow), now: int }, counted),
  createIdeas: query('create-ideas', { ...user, ideas: z.array(IdeaRow), now: int }, counted),
  createLinks: query('create-links', { ...user, links: z.array(LinkRow) }, one),
  createRelations: query(
    'create-relations',
    { ...user, relations: z.array(RelationRow) },
    z.strictObject({ id: z.int(), outcome: z.enum(['made', 'exists', 'gone']) }),
  ),
  createMerges: query('create-merges', { ...user, merges: z.array(MergeRow) }, counted),
  createDuplicates: query('create-duplicates', { ...user, duplicates: z.array(DuplicateRow) }, one),
}

/** The rows of one transaction of an import. */
export type Rows = Readonly<{
  tags: TagRow[]
  ideas: IdeaRow[]
  merges: MergeRow[]
  relations: RelationRow[]
  links: LinkRow[]
  duplicates: DuplicateRow[]
}>

/** The outcome of each relation, and the ids of the links that were created and of the pairs that are there. */
export type Created = Readonly<{
  relations: ReadonlyMap<number, 'made' | 'exists' | 'gone'>
  links: ReadonlySet<number>
  duplicates: ReadonlySet<number>
}>

/** Repository of imports. */
export function createImportStore(graph: Graph) {
  return {
    write: graph.write,
    dryRun: graph.dryRun,
    answers: graph.answers,
    read: async (importKey: string) => first(graph.read, importQueries.get, { key: importKey }),
    /** The state of an import that has begun. @throws Problem `service_unavailable` when it was forgotten meanwhile */
    get: async (tx: Tx, importKey: string) => {
      const state = await first(tx.run, importQueries.get, { key: importKey })
      if (state === undefined) throw new Problem('service_unavailable')
      return state
    },
    /** @throws Problem `idempotency_key_reused`, `import_id_reused` */
    begin: async (tx: Tx, start: z.input<typeof importQueries.begin.params>): Promise<ImportState> => {
      const row = await first(tx.run, importQueries.begin, start)
      if (row === undefined) throw new Error('an import that was made is not there')
      if (row.isKeyTaken) throw new Problem('idempotency_key_reused')
      if (row.import.fingerprint !== start.fingerprint) throw new Problem('import_id_reused')
      return row.import
    },
    /** Forgets imports. */
    sweep: async (before: number) => inBatches(graph.change, importQueries.sweep, { before }),
    /** Creates the rows of a batch in order of their dependencies; returns what became of its relations, links and pairs. */
    create: async (tx: Tx, userId: string, rows: Rows, now: number): Promise<Created> => {
      const { tags, ideas, merges, relations, links, duplicates } = rows
      const [, , , related, linked, paired] = await Promise.all([
        tags.length > 0 && tx.run(importQueries.createTags, { userId, tags, now }),
        ideas.length > 0 && tx.run(importQueries.createIdeas, { userId, ideas, now }),
        merges.length > 0 && tx.run(importQueries.createMerges, { userId, merges }),
        relations.length > 0 && tx.run(importQueries.createRelations, { userId, relations }),
        links.length > 0 && tx.run(importQueries.createLinks, { userId, links }),
        duplicates.length > 0 && tx.run(importQueries.createDuplicates, { userId, duplicates }),
      ])
      return {
        relations: new Map((related || []).map(({ id, outcome }) => [id, outcome])),
        links: new Set(linked || []),
        duplicates: new Set(paired || []),
      }
    },
    advance: async (tx: Tx, step: z.input<typeof importQueries.advance.params>): Promise<void> => {
      await tx.run(importQueries.advance, step)
    },
    finish: async (tx: Tx, importKey: string, report: string): Promise<string> =>
      (await first(tx.run, importQueries.finish, { key: importKey, report })) ?? report,
  }
}
export type ImportStore = ReturnType<typeof createImportStore>
