import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { conditionalWrite } from '../../platform/graph/ledger.ts'
import { column, first, queriesIn, int, singleStatementParams, type Tx } from '../../platform/graph/query.ts'
import { Problem } from '../../platform/problems.ts'
import { TAGS_PER_ACCOUNT, type NumberedTag } from './schema.ts'

export type { Tx }

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
const ref = { ...user, id: int.nullable() }
const color = z.string().nullable()
const bulk = { ...user, nameKey: z.string(), ideaIds: z.array(int) }
const bulkChange = { ...bulk, namedIds: z.array(int), now: int }

/** The statements on tags. */
export const tagQueries = {
  list: query('list', user, column('tag', TagRow)),
  get: query('get', { ...ref, nameKey: z.string().nullable() }, column('tag', TagRow)),
  existing: query('existing', { ...user, nameKeys: z.array(z.string()) }, column('nameKey', z.string())),
  create: query(
    'create',
    {
      ...user,
      ...singleStatementParams,
      id: int,
      name: z.string(),
      nameKey: z.string(),
      color,
      now: int,
      most: int,
    },
    z.strictObject({ created: z.boolean(), isTaken: z.boolean() }),
  ),
  update: query(
    'update',
    {
      ...ref,
      ...singleStatementParams,
      was: z.string().nullable(),
      name: z.string().nullable(),
      nameKey: z.string().nullable(),
      keepsColor: z.boolean(),
      color,
      now: int,
    },
    z.strictObject({ tag: TagRow.nullable(), isTaken: z.boolean() }),
  ),
  remove: query(
    'remove',
    { ...user, ...singleStatementParams, id: int, now: int },
    column('removed', z.boolean()),
  ),
  merge: query(
    'merge',
    { ...user, ...singleStatementParams, id: int, intoId: int, now: int },
    column('tag', TagRow.nullable()),
  ),
  assign: query(
    'assign',
    {
      ...user,
      ideaId: int,
      tags: z.array(z.object({ id: int, name: z.string(), nameKey: z.string(), position: int })),
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

/** A tag by its id or by its name; the other one is null. */
export type TagRef = Readonly<{ id: number | null; nameKey: string | null }>

/** Repository of tags. */
export function createTagStore(graph: Graph) {
  return {
    write: graph.write,
    writeInOneStatement: graph.writeInOneStatement,
    list: async (userId: string): Promise<TagRow[]> => graph.read(tagQueries.list, { userId }),
    /** Runs single statements outside a transaction. */
    autocommit: { run: graph.read } satisfies Tx,
    get: async (tx: Tx, userId: string, ref: TagRef): Promise<TagRow | undefined> =>
      first(tx.run, tagQueries.get, { userId, ...ref }),
    existing: async (tx: Tx, userId: string, nameKeys: string[]) =>
      tx.run(tagQueries.existing, { userId, nameKeys }),
    /** @throws Problem `invalid_credentials`, `tag_exists`, `tags_too_many` */
    create: async (tx: Tx, tag: Omit<z.input<typeof tagQueries.create.params>, 'most'>): Promise<void> => {
      const { created, isTaken } = await conditionalWrite(tx.run, tagQueries.create, {
        ...tag,
        most: TAGS_PER_ACCOUNT,
      })
      if (!created) throw new Problem(isTaken ? 'tag_exists' : 'tags_too_many')
    },
    /** @throws Problem `invalid_credentials`, `tag_not_found`, `tag_exists` */
    update: async (tx: Tx, change: z.input<typeof tagQueries.update.params>): Promise<TagRow> => {
      const { tag, isTaken } = await conditionalWrite(tx.run, tagQueries.update, change)
      if (tag === null || isTaken) throw new Problem(isTaken ? 'tag_exists' : 'tag_not_found')
      return tag
    },
    /** False if there is no such tag. @throws Problem `invalid_credentials` */
    remove: async (tx: Tx, tag: z.input<typeof tagQueries.remove.params>): Promise<boolean> =>
      conditionalWrite(tx.run, tagQueries.remove, tag),
    /** Returns the tag that remains; null if one of the two does not exist. @throws Problem `invalid_credentials` */
    merge: async (tx: Tx, tags: z.input<typeof tagQueries.merge.params>): Promise<TagRow | null> =>
      conditionalWrite(tx.run, tagQueries.merge, tags),
    /** @throws Problem `tags_too_many` */
    assign: async (
      tx: Tx,
      input: Readonly<{ userId: string; ideaId: number; tags: NumberedTag[]; now: number }>,
    ): Promise<void> => {
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
