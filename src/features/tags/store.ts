import { z } from 'zod'
import type { Graph, Statements } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { Problem } from '../../platform/problems.ts'
import { TAGS_PER_ACCOUNT } from './schema.ts'

const query = queriesIn('tags')

const TagRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  color: z.string().nullable(),
  ideaCount: z.int(),
})
export type TagRow = z.infer<typeof TagRow>

const user = { userId: z.string() }
const one = column('id', z.int())
const named = { ...user, id: int, name: z.string(), nameKey: z.string(), color: z.string().nullable() }
const bulk = { ...user, nameKey: z.string(), ideaIds: z.array(int) }
const bulkChange = { ...bulk, namedIds: z.array(int), now: int }

/** The statements on tags. */
export const tagQueries = {
  list: query('list', user, column('tag', TagRow)),
  get: query('get', { ...user, id: int }, column('tag', TagRow)),
  getByName: query('get-by-name', { ...user, nameKey: z.string() }, column('tag', TagRow)),
  existing: query(
    'existing',
    { ...user, nameKeys: z.array(z.string()) },
    z.strictObject({ id: z.int(), nameKey: z.string() }),
  ),
  create: query('create', { ...named, now: int, most: int }, one),
  update: query('update', named, one),
  remove: query('remove', { ...user, id: int }, one),
  assign: query(
    'assign',
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
      most: int,
    },
    one,
  ),
  bulkCheck: query(
    'bulk-check',
    bulk,
    z.strictObject({ id: z.int(), tagCount: z.int(), carries: z.boolean() }),
  ),
  bulkAdd: query('bulk-add', bulkChange, one),
  bulkRemove: query('bulk-remove', bulkChange, one),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements

/** Repository of tags. */
export function createTagStore(graph: Graph) {
  return {
    write: graph.write,
    list: async (userId: string): Promise<TagRow[]> => graph.read(tagQueries.list, { userId }),
    /** Runs single statements outside a transaction. */
    autocommit: { run: graph.read } satisfies Tx,
    get: async (tx: Tx, userId: string, id: number) => first(tx.run, tagQueries.get, { userId, id }),
    getByName: async (tx: Tx, userId: string, nameKey: string): Promise<TagRow | undefined> =>
      first(tx.run, tagQueries.getByName, { userId, nameKey }),
    existing: async (tx: Tx, userId: string, nameKeys: string[]) =>
      tx.run(tagQueries.existing, { userId, nameKeys }),
    /** @throws Problem `tags_too_many` */
    create: async (tx: Tx, tag: Omit<z.input<typeof tagQueries.create.params>, 'most'>): Promise<void> => {
      const created = await tx.run(tagQueries.create, { ...tag, most: TAGS_PER_ACCOUNT })
      if (created.length === 0) throw new Problem('tags_too_many')
    },
    update: async (tx: Tx, tag: z.input<typeof tagQueries.update.params>) => tx.run(tagQueries.update, tag),
    remove: async (tx: Tx, userId: string, id: number) => tx.run(tagQueries.remove, { userId, id }),
    /** @throws Problem `tags_too_many` */
    assign: async (tx: Tx, input: Omit<z.input<typeof tagQueries.assign.params>, 'most'>): Promise<void> => {
      const assigned = await tx.run(tagQueries.assign, { ...input, most: TAGS_PER_ACCOUNT })
      if (assigned.length < input.tags.length) throw new Problem('tags_too_many')
    },
    bulkCheck: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkCheck.params>) =>
      tx.run(tagQueries.bulkCheck, bulk),
    bulkAdd: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkAdd.params>) =>
      tx.run(tagQueries.bulkAdd, bulk),
    bulkRemove: async (tx: Tx, bulk: z.input<typeof tagQueries.bulkRemove.params>) =>
      tx.run(tagQueries.bulkRemove, bulk),
  }
}
export type TagStore = ReturnType<typeof createTagStore>
