import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'
import { DuplicateStatus } from '../duplicates/schema.ts'

const query = queriesIn('exports')

const SnapshotRow = z.tuple([z.int(), z.int(), z.int(), z.int().nullable()])
/** Id, createdAt, length of the body in characters, and id of the parent or survivor. */
export type SnapshotRow = z.infer<typeof SnapshotRow>

const TagOfIdea = z.tuple([z.int(), z.string(), z.string().nullable()])
/** Id, name and colour of an idea's tag. */
export type TagOfIdea = z.infer<typeof TagOfIdea>

const NodeRow = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: IdeaStatus,
  archived: z.boolean(),
  createdAt: z.int(),
  connectionCount: z.int(),
  tags: z.array(TagOfIdea),
})
/** An active idea as a node. */
export type NodeRow = z.infer<typeof NodeRow>

const IdeaRow = NodeRow.omit({ connectionCount: true }).extend({
  /** The ids of automatic tags. */
  autoTagIds: z.array(z.int()),
  body: z.string(),
  source: z.enum(['web', 'api']),
  sourceUrl: z.string().nullable(),
  updatedAt: z.int(),
  parentId: z.int().nullable(),
  survivorId: z.int().nullable(),
})
/** An idea; the survivor of its merge may be merged itself. */
export type IdeaRow = z.infer<typeof IdeaRow>

const TagRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  nameKey: z.string(),
  color: z.string().nullable(),
})
/** A tag, used or not. */
export type TagRow = z.infer<typeof TagRow>

const OwnedLinkRow = LinkRow.extend({ ideaId: z.int() })
/** A link with the id of its idea. */
export type OwnedLinkRow = z.infer<typeof OwnedLinkRow>

const DuplicateRow = z.strictObject({
  id: z.int(),
  ideaId: z.int(),
  duplicateOfId: z.int(),
  score: z.number(),
  confidence: z.number().nullable(),
  reasons: z.array(z.string()).nullable(),
  status: DuplicateStatus,
  createdAt: z.int(),
})
/** A pair of possible duplicates. */
export type DuplicateRow = z.infer<typeof DuplicateRow>

const user = { userId: z.string() }
const ideas = { ...user, ids: z.array(int) }
const owned = { ...ideas, ideaId: int, id: int, limit: int }

/** The statements of exports. */
export const exportQueries = {
  idSnapshot: query(
    'id-snapshot',
    { ...user, archived: z.boolean(), createdAt: int, id: int, limit: int },
    column('ideas', z.array(SnapshotRow)),
  ),
  ideas: query('ideas', ideas, column('idea', IdeaRow)),
  nodes: query('nodes', ideas, column('idea', NodeRow)),
  tags: query('tags', { ...user, nameKey: z.string(), limit: int }, column('tags', z.array(TagRow))),
  relations: query('relations', owned, column('relations', z.array(RelationRow))),
  links: query('links', owned, column('links', z.array(OwnedLinkRow))),
  duplicates: query('duplicates', owned, column('duplicates', z.array(DuplicateRow))),
}

/** A keyset page of rows that belong to the ideas `ids`: of the idea `ideaId`, only rows after `id`. */
export type OwnedPage = Readonly<z.input<typeof exportQueries.links.params>>

/** Repository of exports; each page is one statement in its own transaction. */
export function createExportStore({ read }: Pick<Graph, 'read'>) {
  return {
    snapshot: async (page: z.input<typeof exportQueries.idSnapshot.params>): Promise<SnapshotRow[]> =>
      (await first(read, exportQueries.idSnapshot, page)) ?? [],
    ideas: async (userId: string, ids: number[]) => read(exportQueries.ideas, { userId, ids }),
    nodes: async (userId: string, ids: number[]) => read(exportQueries.nodes, { userId, ids }),
    tags: async (page: z.input<typeof exportQueries.tags.params>): Promise<TagRow[]> =>
      (await first(read, exportQueries.tags, page)) ?? [],
    relations: async (page: OwnedPage): Promise<RelationRow[]> =>
      (await first(read, exportQueries.relations, page)) ?? [],
    links: async (page: OwnedPage): Promise<OwnedLinkRow[]> =>
      (await first(read, exportQueries.links, page)) ?? [],
    duplicates: async (page: OwnedPage): Promise<DuplicateRow[]> =>
      (await first(read, exportQueries.duplicates, page)) ?? [],
  }
}
export type ExportStore = ReturnType<typeof createExportStore>
