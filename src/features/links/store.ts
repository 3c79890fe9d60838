import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { conditionalWrite } from '../../platform/graph/ledger.ts'
import { column, queriesIn, int, singleStatementParams, type Tx } from '../../platform/graph/query.ts'
import { positional } from '../../platform/schema.ts'
import { LinkRow } from './present.ts'
import { LinkType } from './schema.ts'

const query = queriesIn('links')

const ideaRef = { userId: z.string(), ideaId: int }
const write = { ...singleStatementParams, now: int }

/** The statements on links. */
export const linkQueries = {
  list: query('list', ideaRef, column('links', z.array(positional(LinkRow)))),
  create: query(
    'create',
    {
      ...ideaRef,
      ...write,
      id: int,
      url: z.string(),
      title: z.string().nullable(),
      linkType: LinkType,
      most: int,
    },
    z.strictObject({ created: z.boolean(), hasIdea: z.boolean() }),
  ),
  remove: query(
    'remove',
    { ...ideaRef, ...write, id: int },
    z.strictObject({ removed: z.boolean(), hasIdea: z.boolean() }),
  ),
}

/** Repository of links. */
export function createLinkStore(graph: Graph) {
  return {
    writeInOneStatement: graph.writeInOneStatement,
    listOfIdea: async (userId: string, ideaId: number): Promise<LinkRow[] | undefined> => {
      const parts = await graph.read(linkQueries.list, { userId, ideaId })
      return parts.length === 0 ? undefined : parts.flat()
    },
    /** Whether the link was created, and if not, whether there is such an idea. @throws Problem `invalid_credentials` */
    create: async (tx: Tx, link: z.input<typeof linkQueries.create.params>) =>
      conditionalWrite(tx.run, linkQueries.create, link),
    /** Whether the link was deleted, and if not, whether there is such an idea. @throws Problem `invalid_credentials` */
    remove: async (tx: Tx, link: z.input<typeof linkQueries.remove.params>) =>
      conditionalWrite(tx.run, linkQueries.remove, link),
  }
}
export type LinkStore = ReturnType<typeof createLinkStore>
