import { z } from 'zod'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'
import { DuplicateStatus } from '../duplicates/schema.ts'

const RollRow = z.tuple([z.int(), z.int(), z.int(), z.int().nullable()])
/** Id, createdAt, characters of the body, and the idea that it refers to. */
export type RollRow = z.infer<typeof RollRow>

const TagOfIdea = z.tuple([z.int(), z.string(), z.string().nullable()])
/** Id, name and colour of a tag that an idea carries. */
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
/** An active idea as the map shows it. */
export type NodeRow = z.infer<typeof NodeRow>

const IdeaRow = NodeRow.omit({ connectionCount: true }).extend({
  /** Which of its tags it was given automatically. */
  autoTagIds: z.array(z.int()),
  body: z.string(),
  source: z.enum(['web', 'api']),
  sourceUrl: z.string().nullable(),
  updatedAt: z.int(),
  parentId: z.int().nullable(),
  survivorId: z.int().nullable(),
})
/** An idea with the one that it was merged into, which may be merged itself. */
export type IdeaRow = z.infer<typeof IdeaRow>

const TagRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  nameKey: z.string(),
  color: z.string().nullable(),
})
/** A tag, whether an idea carries it or not. */
export type TagRow = z.infer<typeof TagRow>

const EdgeRow = RelationRow.extend({ score: z.number().nullable() })
/** A relation with the similarity of an automatic `duplicate`. */
export type EdgeRow = z.infer<typeof EdgeRow>

const OwnedLinkRow = LinkRow.extend({ ideaId: z.int() })
/** A link with its idea. */
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

/** Every statement about exports. */
export const exportQueries = {
  roll: defineQuery(
    'exports/roll.cypher',
    { ...user, archived: z.boolean(), createdAt: int, id: int, limit: int },
    z.strictObject({ ideas: z.array(RollRow) }),
  ),
  ideas: defineQuery('exports/ideas.cypher', ideas, z.strictObject({ idea: IdeaRow })),
  nodes: defineQuery('exports/nodes.cypher', ideas, z.strictObject({ idea: NodeRow })),
  tags: defineQuery(
    'exports/tags.cypher',
    { ...user, nameKey: z.string(), limit: int },
    z.strictObject({ tags: z.array(TagRow) }),
  ),
  relations: defineQuery('exports/relations.cypher', owned, z.strictObject({ relations: z.array(EdgeRow) })),
  links: defineQuery('exports/links.cypher', owned, z.strictObject({ links: z.array(OwnedLinkRow) })),
  duplicates: defineQuery(
    'exports/duplicates.cypher',
    owned,
    z.strictObject({ duplicates: z.array(DuplicateRow) }),
  ),
}

/** Which page of what belongs to some ideas: of `ideaId`, which is one of `ids` or none, only what comes after `id`. */
export type OwnedPage = Readonly<z.input<typeof exportQueries.links.params>>

/** The graph as exports use it: each page is one statement, a transaction of its own. */
export function createExportStore({ read }: Pick<Graph, 'read'>) {
  return {
    roll: async (page: z.input<typeof exportQueries.roll.params>): Promise<RollRow[]> =>
      (await read(exportQueries.roll, page))[0]?.ideas ?? [],
    ideas: async (userId: string, ids: number[]): Promise<IdeaRow[]> =>
      (await read(exportQueries.ideas, { userId, ids })).map(({ idea }) => idea),
    nodes: async (userId: string, ids: number[]): Promise<NodeRow[]> =>
      (await read(exportQueries.nodes, { userId, ids })).map(({ idea }) => idea),
    tags: async (page: z.input<typeof exportQueries.tags.params>): Promise<TagRow[]> =>
      (await read(exportQueries.tags, page))[0]?.tags ?? [],
    relations: async (page: OwnedPage): Promise<EdgeRow[]> =>
      (await read(exportQueries.relations, page))[0]?.relations ?? [],
    links: async (page: OwnedPage): Promise<OwnedLinkRow[]> =>
      (await read(exportQueries.links, page))[0]?.links ?? [],
    duplicates: async (page: OwnedPage): Promise<DuplicateRow[]> =>
      (await read(exportQueries.duplicates, page))[0]?.duplicates ?? [],
  }
}
export type ExportStore = ReturnType<typeof createExportStore>
