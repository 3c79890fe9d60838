import { z } from 'zod'
import type { Graph, Statements } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { IdeaDetailPart, IdeaRow, type IdeaDetailRow } from './present.ts'
import { IdeaStatus } from './schema.ts'

const query = queriesIn('ideas')

const ideaRef = { userId: z.string(), id: int }
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
const one = column('id', z.int())
const Listed = z.strictObject({ total: z.int(), ideas: z.array(IdeaRow) })

/** The statements on ideas. */
export const ideaQueries = {
  get: query('get', ideaRef, IdeaDetailPart),
  list: query('list', { userId: z.string(), ...page }, Listed),
  listSorted: query(
    'list-sorted',
    { userId: z.string(), status: IdeaStatus.nullable(), sort: z.string(), ...page },
    Listed,
  ),
  listTagged: query(
    'list-tagged',
    {
      userId: z.string(),
      status: IdeaStatus.nullable(),
      sort: z.string(),
      tagKeys: z.array(z.string()),
      ...page,
    },
    Listed,
  ),
  equal: query('equal', { userId: z.string(), contentHash: z.string() }, one),
  create: query('create', { ...ideaRef, ...content, source: z.string(), awaitsTags: z.boolean() }, one),
  update: query('update', { ...ideaRef, ...content }, one),
  remove: query('remove', ideaRef, one),
}

/** Statements inside a transaction under the user's ledger lock. */
export type Tx = Statements
export type Listed = z.infer<typeof Listed>

/** Repository of ideas. */
export function createIdeaStore(graph: Graph) {
  return {
    write: graph.write,
    /** Runs single statements outside a transaction. */
    autocommit: { run: graph.read } satisfies Tx,
    get: async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow | undefined> => {
      const parts = await tx.run(ideaQueries.get, { userId, id })
      const idea = parts[0]?.idea ?? undefined
      const links = parts.flatMap((part) => part.links)
      return idea && { ...idea, links, relations: parts.flatMap(({ relations }) => relations) }
    },
    list: async (params: z.input<typeof ideaQueries.list.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.list, params)) ?? NOTHING,
    listSorted: async (params: z.input<typeof ideaQueries.listSorted.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.listSorted, params)) ?? NOTHING,
    listTagged: async (params: z.input<typeof ideaQueries.listTagged.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.listTagged, params)) ?? NOTHING,
    findEqual: async (tx: Tx, userId: string, contentHash: string): Promise<number | undefined> =>
      first(tx.run, ideaQueries.equal, { userId, contentHash }),
    create: async (tx: Tx, idea: z.input<typeof ideaQueries.create.params>) =>
      tx.run(ideaQueries.create, idea),
    update: async (tx: Tx, idea: z.input<typeof ideaQueries.update.params>) =>
      tx.run(ideaQueries.update, idea),
    remove: async (tx: Tx, userId: string, id: number): Promise<boolean> =>
      (await tx.run(ideaQueries.remove, { userId, id })).length > 0,
  }
}
export type IdeaStore = ReturnType<typeof createIdeaStore>

const NOTHING: Listed = { total: 0, ideas: [] }
