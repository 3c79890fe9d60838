import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import type { LedgerVersion } from '../../platform/graph/ledger.ts'
import { first, queriesIn } from '../../platform/graph/query.ts'

const query = queriesIn('map')

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

/** The revision of a user's graph, and the epoch of the database that it belongs to. */
export type Revision = LedgerVersion

/** The statements on the map. */
export const mapQueries = {
  nodes: query('nodes', user, Row),
  revision: query('revision', user, z.strictObject({ revision: z.int(), epoch: z.string() })),
}

/** Repository of maps. */
export function createMapStore(graph: Graph) {
  return {
    revision: async (userId: string) => first(graph.read, mapQueries.revision, { userId }),
    /** The revision as of now, read under the ledger's lock. */
    lockedRevision: graph.version,
    /** Streams the rows without a lock: they may be of several revisions, and torn. */
    read: async <T>(userId: string, work: (rows: AsyncIterable<MapRow>) => Promise<T>): Promise<T> =>
      graph.stream((rows) => work(rows.stream(mapQueries.nodes, { userId }))),
    /** Streams the rows of one revision under the ledger's lock, for two seconds at most. */
    readLocked: async <T>(
      userId: string,
      work: (rows: AsyncIterable<MapRow>, ledger: LedgerVersion) => Promise<T>,
    ): Promise<T> =>
      graph.snapshot(userId, (rows, ledger) => work(rows.stream(mapQueries.nodes, { userId }), ledger)),
  }
}
export type MapStore = ReturnType<typeof createMapStore>
