import { z } from 'zod'
import type { Graph, HeldLedger } from '../graph/graph.ts'
import { defineQuery } from '../graph/query.ts'

const user = { userId: z.string() }

const Row = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: z.string(),
  createdAt: z.int(),
  connectionCount: z.int(),
  tags: z.array(z.tuple([z.int(), z.string()])),
  edges: z.array(
    z.tuple([z.int(), z.int(), z.string(), z.string().nullable(), z.int(), z.number().nullable()]),
  ),
})
/** One idea with its tags (position, name) and outgoing relations (id, target, type, note, createdAt, score). */
export type MapRow = z.infer<typeof Row>

/** Every statement about the map. */
export const mapQueries = {
  nodes: defineQuery('map/nodes.cypher', user, Row),
  revision: defineQuery(
    'map/revision.cypher',
    user,
    z.strictObject({ revision: z.int(), epoch: z.string() }),
  ),
}

/** The graph as the map feature uses it. */
export function createMapStore(graph: Graph) {
  return {
    revision: async (userId: string): Promise<HeldLedger | undefined> =>
      (await graph.read(mapQueries.revision, { userId }))[0],
    /** Hands the rows of one state to `work`, under the ledger's lock. */
    read: async <T>(
      userId: string,
      work: (rows: AsyncIterable<MapRow>, ledger: HeldLedger) => Promise<T>,
    ): Promise<T> =>
      graph.snapshot(userId, (rows, ledger) => work(rows.stream(mapQueries.nodes, { userId }), ledger)),
  }
}
export type MapStore = ReturnType<typeof createMapStore>
