import { z } from 'zod'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const TagRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  color: z.string().nullable(),
  ideaCount: z.int(),
})
export type TagRow = z.infer<typeof TagRow>

const user = { userId: z.string() }
const one = z.strictObject({ id: z.int() })
const named = { ...user, id: int, name: z.string(), nameKey: z.string(), color: z.string().nullable() }
const bulk = { ...user, nameKey: z.string(), ideaIds: z.array(int) }
const bulkChange = { ...bulk, namedIds: z.array(int), now: int }

/** Every statement about tags. */
export const tagQueries = {
  list: defineQuery('tags/list.cypher', user, z.strictObject({ tag: TagRow })),
  get: defineQuery('tags/get.cypher', { ...user, id: int }, z.strictObject({ tag: TagRow })),
  getByName: defineQuery(
    'tags/get-by-name.cypher',
    { ...user, nameKey: z.string() },
    z.strictObject({ tag: TagRow }),
  ),
  existing: defineQuery(
    'tags/existing.cypher',
    { ...user, nameKeys: z.array(z.string()) },
    z.strictObject({ id: z.int(), nameKey: z.string() }),
  ),
  create: defineQuery('tags/create.cypher', { ...named, now: int }, one),
  update: defineQuery('tags/update.cypher', named, one),
  remove: defineQuery('tags/remove.cypher', { ...user, id: int }, one),
  assign: defineQuery(
    'tags/assign.cypher',
    {
      ...user,
      ideaId: int,
      tags: z.array(
        z.object({
          id: int.nullable(),
          name: z.string(),
          nameKey: z.string(),
          position: int,
          auto: z.boolean(),
        }),
      ),
      now: int,
    },
    one,
  ),
  bulkCheck: defineQuery(
    'tags/bulk-check.cypher',
    bulk,
    z.strictObject({ id: z.int(), tagCount: z.int(), carries: z.boolean() }),
  ),
  bulkAdd: defineQuery('tags/bulk-add.cypher', { ...bulkChange, id: int, name: z.string() }, one),
  bulkRemove: defineQuery('tags/bulk-remove.cypher', bulkChange, one),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** The graph as the tags feature uses it. */
export function createTagStore(graph: Graph) {
  return {
    write: graph.write,
    list: async (userId: string): Promise<TagRow[]> =>
      (await graph.read(tagQueries.list, { userId })).map((row) => row.tag),
    /** For one statement outside any transaction. */
    alone: { run: graph.read } satisfies Tx,
    get: async (tx: Tx, userId: string, id: number): Promise<TagRow | undefined> =>
      (await tx.run(tagQueries.get, { userId, id }))[0]?.tag,
    getByName: async (tx: Tx, userId: string, nameKey: string): Promise<TagRow | undefined> =>
      (await tx.run(tagQueries.getByName, { userId, nameKey }))[0]?.tag,
    existing: async (tx: Tx, userId: string, nameKeys: string[]) =>
      tx.run(tagQueries.existing, { userId, nameKeys }),
    create: async (tx: Tx, tag: z.input<typeof tagQueries.create.params>) => tx.run(tagQueries.create, tag),
    update: async (tx: Tx, tag: z.input<typeof tagQueries.update.params>) => tx.run(tagQueries.update, tag),
    remove: async (tx: Tx, userId: string, id: number) => tx.run(tagQueries.remove, { userId, id }),
    assign: async (tx: Tx, tags: z.input<typeof tagQueries.assign.params>) => tx.run(tagQueries.assign, tags),
    bulkCheck: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkCheck.params>) =>
      tx.run(tagQueries.bulkCheck, bulk),
    bulkAdd: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkAdd.params>) =>
      tx.run(tagQueries.bulkAdd, bulk),
    bulkRemove: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkRemove.params>) =>
      tx.run(tagQueries.bulkRemove, bulk),
  }
}
export type TagStore = ReturnType<typeof createTagStore>
