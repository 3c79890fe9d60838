import { z } from 'zod'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { LinkRow } from './present.ts'
import { LinkType } from './schema.ts'

const place = { userId: z.string(), ideaId: int }

/** Every statement about links. */
export const linkQueries = {
  list: defineQuery('links/list.cypher', place, z.strictObject({ links: z.array(LinkRow) })),
  get: defineQuery('links/get.cypher', { ...place, id: int }, z.strictObject({ link: LinkRow })),
  create: defineQuery(
    'links/create.cypher',
    { ...place, id: int, url: z.string(), title: z.string().nullable(), linkType: LinkType, now: int },
    z.strictObject({ link: LinkRow }),
  ),
  remove: defineQuery('links/remove.cypher', { ...place, id: int }, z.strictObject({ id: z.int() })),
}

type Place = Readonly<{ userId: string; ideaId: number }>

/** The graph as the links feature uses it. */
export function createLinkStore(graph: Graph) {
  return {
    write: graph.write,
    list: async (place: Place): Promise<LinkRow[] | undefined> =>
      (await graph.read(linkQueries.list, place))[0]?.links,
    ideaExists: async (tx: Statements, place: Place): Promise<boolean> =>
      (await tx.run(linkQueries.list, place)).length > 0,
    get: async (tx: Statements, place: Place & { id: number }): Promise<LinkRow | undefined> =>
      (await tx.run(linkQueries.get, place))[0]?.link,
    create: async (
      tx: Statements,
      link: z.input<typeof linkQueries.create.params>,
    ): Promise<LinkRow | undefined> => (await tx.run(linkQueries.create, link))[0]?.link,
    remove: async (tx: Statements, place: Place & { id: number }): Promise<boolean> =>
      (await tx.run(linkQueries.remove, place)).length > 0,
  }
}
export type LinkStore = ReturnType<typeof createLinkStore>
