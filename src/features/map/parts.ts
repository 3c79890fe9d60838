import type { z } from 'zod'
import type { Actor } from '../../platform/auth/actor.ts'
import type { IdeaStatus } from '../ideas/schema.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { presentRelation } from '../relations/present.ts'
import { EdgeType, type RelationType } from '../relations/schema.ts'
import { tagKey } from '../tags/schema.ts'
import { presentEdge, presentNode } from './present.ts'
import { DEFAULT_NODES, type GraphMap, type MapPath, type MapQuery, type PathQuery } from './schema.ts'
import type { MapStore } from './store.ts'

type Dependencies = Readonly<{
  store: Pick<MapStore, 'neighbours' | 'newest' | 'part' | 'path'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>
type Filter = Readonly<{ types: EdgeType[]; statuses: IdeaStatus[] | null; tagKeys: string[] | null }>
type Found = Readonly<{ ids: number[]; truncated: boolean }>

/** Parts of graphs, bounded by their number of ideas. */
export function createMapParts({ store, ideaNotFound }: Dependencies) {
  /** The ideas around one, the nearest first: one statement per hop. */
  const around = async (
    userId: string,
    { focus, depth }: Readonly<{ focus: number; depth: number }>,
    filter: Filter,
    most: number,
  ): Promise<Found> => {
    const ids = [focus]
    let frontier = ids
    for (let hop = 0; hop < depth && frontier.length > 0; hop += 1) {
      const room = most - ids.length
      const next = await store.neighbours({ userId, ...filter, ids: frontier, seen: ids, limit: room + 1 })
      ids.push(...next.slice(0, room))
      if (next.length > room) return { ids, truncated: true }
      frontier = next
    }
    return { ids, truncated: false }
  }

  const newest = async (userId: string, { statuses, tagKeys }: Filter, most: number): Promise<Found> => {
    const ids = await store.newest({ userId, statuses, tagKeys, limit: most + 1 })
    return { ids: ids.slice(0, most), truncated: ids.length > most }
  }

  return {
    /**
     * The neighbourhood of an idea, the nearest ideas first, or without `focus` the newest ideas, with the relations among them. Ideas
     * that do not match are not passed on the way; the focus itself is always shown.
     * @throws Problem `idea_not_found` (the focus)
     */
    async part({ userId }: Actor, query: MapQuery): Promise<z.infer<typeof GraphMap>> {
      const { focus, depth = 1, limit = DEFAULT_NODES } = query
      const filter = {
        types: edgeTypes(query.types),
        statuses: query.status ?? null,
        tagKeys: query.tags?.map(tagKey) ?? null,
      }
      const { ids, truncated } =
        focus === undefined
          ? await newest(userId, filter, limit)
          : await around(userId, { focus, depth }, filter, limit)
      const rows = await store.part({ userId, ids, types: filter.types })
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

function edgeTypes(types: readonly RelationType[] | undefined): EdgeType[] {
  return types?.map((type) => type.toUpperCase() as EdgeType) ?? EdgeType.options
}
