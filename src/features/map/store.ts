import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import type { LedgerVersion } from '../../platform/graph/ledger.ts'
import { column, first, int, planAtStart, queriesIn, type Run } from '../../platform/graph/query.ts'
import { positional } from '../../platform/schema.ts'
import { IdeaStatus } from '../ideas/schema.ts'
import { RelationRow } from '../relations/present.ts'
import { EdgeType } from '../relations/schema.ts'
import { MapRow } from './present.ts'
import { PathIdea } from './schema.ts'

const query = queriesIn('map')

const user = { userId: z.string() }

const types = z.array(EdgeType)
const filter = { statuses: z.array(IdeaStatus).nullable(), tagKeys: z.array(z.string()).nullable() }
const id = column('id', z.int())
/** Whether both ends are there, and the path between them as its ideas and relations. */
const Path = z.strictObject({
  from: z.boolean(),
  to: z.boolean(),
  ideas: z.array(positional(PathIdea)).nullable(),
  relations: z.array(positional(RelationRow)).nullable(),
})

/** The revision of a user's graph, and the epoch of the database that it belongs to. */
export type Revision = LedgerVersion

/** The statements on the map. */
export const mapQueries = {
  nodes: query('nodes', user, MapRow),
  revision: query('revision', user, z.strictObject({ revision: z.int(), epoch: z.string() })),
  neighbours: query(
    'neighbours',
    { ...user, ids: z.array(int), seen: z.array(int), types, ...filter, limit: int },
    id,
  ),
  newest: query('newest', { ...user, ...filter, limit: int }, id),
  part: query('part', { ...user, ids: z.array(int), types }, MapRow),
  path: query('path', { ...user, from: int, to: int, types }, Path),
}
planAtStart({ newest: mapQueries.newest, part: mapQueries.part }, 'alone')

/** The statements of which a part is made. */
function partStore(run: Run) {
  return {
    neighbours: async (hop: z.input<typeof mapQueries.neighbours.params>) => run(mapQueries.neighbours, hop),
    newest: async (asked: z.input<typeof mapQueries.newest.params>) => run(mapQueries.newest, asked),
    part: async (asked: z.input<typeof mapQueries.part.params>) => run(mapQueries.part, asked),
  }
}
export type PartStore = ReturnType<typeof partStore>

/** Repository of maps. */
export function createMapStore(graph: Graph) {
  return {
    revision: async (userId: string) => first(graph.read, mapQueries.revision, { userId }),
    /** The revision as of now, read under the ledger's lock. */
    lockedRevision: graph.version,
    /** Streams the rows without a lock: they may be of several revisions, and torn. */
    read: async <T>(userId: string, work: (rows: AsyncIterable<MapRow>) => Promise<T>): Promise<T> =>
      graph.stream((rows) => work(rows.stream(mapQueries.nodes, { userId }))),
    /** Streams the rows of one revision under the ledger's lock, for as long as {@link Graph.snapshot} takes at most. */
    readLocked: async <T>(
      userId: string,
      work: (rows: AsyncIterable<MapRow>, ledger: LedgerVersion) => Promise<T>,
    ): Promise<T> =>
      graph.snapshot(userId, (rows, ledger) => work(rows.stream(mapQueries.nodes, { userId }), ledger)),
    parts: partStore(graph.read),
    /** Reads a part under the ledger's lock: its statements see one revision. */
    partsLocked: async <T>(userId: string, work: (parts: PartStore) => Promise<T>): Promise<T> =>
      graph.snapshot(userId, async ({ run }) => work(partStore(run))),
    path: async (ends: z.input<typeof mapQueries.path.params>) => first(graph.read, mapQueries.path, ends),
  }
}
export type MapStore = ReturnType<typeof createMapStore>
