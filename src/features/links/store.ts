import { z } from 'zod'
import type { Graph, Statements } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int } from '../../platform/graph/query.ts'
import { LinkRow } from './present.ts'
import { LinkType } from './schema.ts'

const query = queriesIn('links')

const ideaRef = { userId: z.string(), ideaId: int }

/** The statements on links. */
export const linkQueries = {
  list: query('list', ideaRef, column('links', z.array(LinkRow))),
  create: query(
    'create',
    {
      ...ideaRef,
      id: int,
      url: z.string(),
      title: z.string().nullable(),
      linkType: LinkType,
      now: int,
      most: int,
    },
    column('hasRoom', z.boolean()),
  ),
  remove: query('remove', { ...ideaRef, id: int }, column('id', z.int())),
}

type IdeaRef = Readonly<{ userId: string; ideaId: number }>

/** Repository of links. */
export function createLinkStore(graph: Graph) {
  return {
    write: graph.write,
    listOfIdea: async (ideaRef: IdeaRef): Promise<LinkRow[] | undefined> => {
      const parts = await graph.read(linkQueries.list, ideaRef)
      return parts.length === 0 ? undefined : parts.flat()
    },
    ideaExists: async (tx: Statements, ideaRef: IdeaRef): Promise<boolean> =>
      (await tx.run(linkQueries.list, ideaRef)).length > 0,
    /** False if the idea has `most` links already, undefined if there is no such idea. */
    create: async (
      tx: Statements,
      link: z.input<typeof linkQueries.create.params>,
    ): Promise<boolean | undefined> => first(tx.run, linkQueries.create, link),
    remove: async (tx: Statements, ideaRef: IdeaRef & { id: number }): Promise<boolean> =>
      (await tx.run(linkQueries.remove, ideaRef)).length > 0,
  }
}
export type LinkStore = ReturnType<typeof createLinkStore>
