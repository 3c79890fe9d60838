import type { z } from 'zod'
import type { Actor } from '../../platform/auth/actor.ts'
import type { IdeaStatus } from '../ideas/schema.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { presentRelation } from '../relations/present.ts'
import { EDGE_TYPES, EdgeType, type RelationType } from '../relations/schema.ts'
import { tagKey } from '../tags/schema.ts'
import { presentEdge, presentNode } from './present.ts'
import { createReadSlots, MAP_READ_LIMITS } from './read-slots.ts'
import { DEFAULT_NODES, type GraphMap, type MapPath, type MapQuery, type PathQuery } from './schema.ts'
import type { MapStore, PartStore } from './store.ts'

type Dependencies = Readonly<{
  store: Pick<MapStore, 'lockedRevision' | 'parts' | 'partsLocked' | 'path'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>
type Filter = Readonly<{ types: EdgeType[]; statuses: IdeaStatus[] | null; tagKeys: string[] | null }>
type Found = Readonly<{ ids: number[]; truncated: boolean }>

/** Parts of graphs, bounded by their number of ideas. */
export function createMapParts({ store, ideaNotFound }: Dependencies) {
  const inSlots = createReadSlots(MAP_READ_LIMITS.ideasOfParts)
  /** What `read` finds in one revision: without the lock, and with it if a write came in between. */
  const ofOneRevision = async <T>(userId: string, read: (parts: PartStore) => Promise<T>): Promise<T> => {
    const before = await store.lockedRevision(userId)
    const found = await read(store.parts)
    const after = await store.lockedRevision(userId)
    return after.revision === before.revision ? found : store.partsLocked(userId, read)
  }

  return {
    /**
     * The neighbourhood of an idea, the nearest ideas first, or without `focus` the newest ideas, with the relations among them. Ideas
     * that do not match are not passed on the way; the focus itself is always shown.
     * @throws Problem `idea_not_found` (the focus), `service_unavailable` while others are read
     */
    async part({ userId }: Actor, query: MapQuery): Promise<z.infer<typeof GraphMap>> {
      const { focus, depth = 1, limit = DEFAULT_NODES } = query
      const filter = {
        types: edgeTypes(query.types),
        statuses: query.status ?? null,
        tagKeys: query.tags?.map(tagKey) ?? null,
      }
      const read = async (parts: PartStore) => {
        const found =
          focus === undefined
            ? await newest(parts, userId, filter, limit)
            : await around(parts, userId, { focus, depth, filter, limit })
        const { ids } = found
        return { ...found, rows: await parts.part({ userId, ids, types: filter.types }) }
      }
      const { rows, truncated } = await inSlots(async () => ofOneRevision(userId, read), limit)
      if (focus !== undefined && rows[0]?.id !== focus) throw await ideaNotFound(userId, focus)
      return {
        nodes: rows.map(presentNode),
        edges: rows.flatMap(({ id, edges }) => edges.map((edge) => presentEdge(id, edge))),
        truncated,
      }
    },

    /** A shortest path between two ideas, in either direction of the relations. @throws Problem `idea_not_found` */
    async path({ userId }: Actor, { from, to, types }: PathQuery): Promise<MapPath> {
      const found = await store.path({ userId, from, to, types: edgeTypes(types) })
      if (!found?.from) throw await ideaNotFound(userId, from)
      if (!found.to) throw await ideaNotFound(userId, to)
      return { path: found.ideas, relations: (found.relations ?? []).map(presentRelation) }
    },
  }
}
export type MapParts = ReturnType<typeof createMapParts>

type Around = Readonly<{ focus: number; depth: number; filter: Filter; limit: number }>

/** The ideas around one, the nearest first: one statement per hop. */
async function around(
  parts: PartStore,
  userId: string,
  { focus, depth, filter, limit }: Around,
): Promise<Found> {
  const ids = [focus]
  let frontier = ids
  for (let hop = 0; hop < depth && frontier.length > 0; hop += 1) {
    const room = limit - ids.length
    const next = await parts.neighbours({ userId, ...filter, ids: frontier, seen: ids, limit: room + 1 })
    ids.push(...next.slice(0, room))
    if (next.length > room) return { ids, truncated: true }
    frontier = next
  }
  return { ids, truncated: false }
}

async function newest(
  parts: PartStore,
  userId: string,
  { statuses, tagKeys }: Filter,
  limit: number,
): Promise<Found> {
  const ids = await parts.newest({ userId, statuses, tagKeys, limit: limit + 1 })
  return { ids: ids.slice(0, limit), truncated: ids.length > limit }
}

function edgeTypes(types: readonly RelationType[] | undefined): EdgeType[] {
  return types?.map((type) => EDGE_TYPES[type]) ?? EdgeType.options
}
