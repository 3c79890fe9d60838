import { z } from 'zod'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { LinkRow } from '../links/present.ts'
import { RelationRow } from '../relations/present.ts'
import { IdeaRow } from './present.ts'
import { IdeaStatus } from './schema.ts'

const IdeaDetailRow = IdeaRow.extend({
  links: z.array(LinkRow),
  relations: z.array(RelationRow.extend({ score: z.number().nullable() })),
})
export type IdeaDetailRow = z.infer<typeof IdeaDetailRow>

const place = { userId: z.string(), id: int }
const content = {
  title: z.string(),
  titleKey: z.string(),
  body: z.string(),
  contentHash: z.string(),
  status: IdeaStatus,
  sourceUrl: z.string().nullable(),
  now: int,
}
const page = { offset: int, limit: int }
const one = z.strictObject({ id: z.int() })
const Listed = z.strictObject({ total: z.int(), ideas: z.array(IdeaRow) })

/** Every statement about ideas. */
export const ideaQueries = {
  get: defineQuery('ideas/get.cypher', place, z.strictObject({ idea: IdeaDetailRow })),
  list: defineQuery('ideas/list.cypher', { userId: z.string(), ...page }, Listed),
  listSorted: defineQuery(
    'ideas/list-sorted.cypher',
    { userId: z.string(), status: IdeaStatus.nullable(), sort: z.string(), ...page },
    Listed,
  ),
  listTagged: defineQuery(
    'ideas/list-tagged.cypher',
    {
      userId: z.string(),
      status: IdeaStatus.nullable(),
      sort: z.string(),
      tagKeys: z.array(z.string()),
      ...page,
    },
    Listed,
  ),
  equal: defineQuery('ideas/equal.cypher', { userId: z.string(), contentHash: z.string() }, one),
  create: defineQuery(
    'ideas/create.cypher',
    { ...place, ...content, source: z.string(), awaitsTags: z.boolean() },
    one,
  ),
  update: defineQuery('ideas/update.cypher', { ...place, ...content }, one),
  remove: defineQuery('ideas/remove.cypher', place, one),
  survivor: defineQuery('ideas/survivor.cypher', place, z.strictObject({ mergedInto: z.int().nullable() })),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements
export type Listed = z.infer<typeof Listed>

/** The graph as the ideas feature uses it. */
export function createIdeaStore(graph: Graph) {
  return {
    write: graph.write,
    /** For one statement outside any transaction. */
    alone: { run: graph.read } satisfies Tx,
    get: async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow | undefined> =>
      (await tx.run(ideaQueries.get, { userId, id }))[0]?.idea,
    list: async (params: z.input<typeof ideaQueries.list.params>): Promise<Listed> =>
      (await graph.read(ideaQueries.list, params))[0] ?? NOTHING,
    listSorted: async (params: z.input<typeof ideaQueries.listSorted.params>): Promise<Listed> =>
      (await graph.read(ideaQueries.listSorted, params))[0] ?? NOTHING,
    listTagged: async (params: z.input<typeof ideaQueries.listTagged.params>): Promise<Listed> =>
      (await graph.read(ideaQueries.listTagged, params))[0] ?? NOTHING,
    findEqual: async (tx: Tx, userId: string, contentHash: string): Promise<number | undefined> =>
      (await tx.run(ideaQueries.equal, { userId, contentHash }))[0]?.id,
    create: async (tx: Tx, idea: z.input<typeof ideaQueries.create.params>) =>
      tx.run(ideaQueries.create, idea),
    update: async (tx: Tx, idea: z.input<typeof ideaQueries.update.params>) =>
      tx.run(ideaQueries.update, idea),
    remove: async (tx: Tx, userId: string, id: number): Promise<boolean> =>
      (await tx.run(ideaQueries.remove, { userId, id })).length > 0,
    /** Nothing when the idea is not an archived one. */
    survivor: async (
      tx: Tx,
      userId: string,
      id: number,
    ): Promise<{ mergedInto: number | null } | undefined> =>
      (await tx.run(ideaQueries.survivor, { userId, id }))[0],
  }
}
export type IdeaStore = ReturnType<typeof createIdeaStore>

const NOTHING: Listed = { total: 0, ideas: [] }
