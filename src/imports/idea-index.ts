import type { Spooled } from './reading.ts'
import type { RecordKind } from './schema.ts'
import type { Spool } from './spool.ts'

/** What a file may not pass. */
export type Limits = Readonly<{
  /** How many active ideas there is room for; null: no end. */
  room: number | null
  /** No record may be from later than this; milliseconds since 1970. */
  latest: number
}>

/** What records that refer to ideas are judged by; ideas by their numbers. */
export type IdeaIndex = {
  refs: Map<number, number>
  archived: Set<number>
  places: Map<number, string>
  parentRefs: Map<number, number>
  survivorRefs: Map<number, number>
  count: number
  activeIdeas: number
  linksInIdeas: number
}

export const UNKNOWN = 'refers to no idea of this file'
export const FUTURE = 'must not be in the future'

/** Leaves a record out, for a reason. */
export type Reject = (kind: RecordKind, place: number, at: string, path: string, message: string) => void

/** Numbers the ideas of a spool, and leaves out those that cannot be imported. */
export async function indexIdeas(spool: Spool, { room, latest }: Limits, reject: Reject): Promise<IdeaIndex> {
  const index: IdeaIndex = {
    refs: new Map(),
    archived: new Set(),
    places: new Map(),
    parentRefs: new Map(),
    survivorRefs: new Map(),
    count: 0,
    activeIdeas: 0,
    linksInIdeas: 0,
  }
  let place = -1
  for await (const { at, value } of spool.read<Spooled['ideas']>('ideas')) {
    place += 1
    const { id, archived, parent_id: parent, merged_into: survivor } = value
    if (id !== undefined && index.refs.has(id)) reject('ideas', place, at, 'id', 'is there twice')
    else if (Math.max(value.created_at ?? 0, value.updated_at ?? 0) > latest) {
      reject('ideas', place, at, 'created_at', FUTURE)
    } else if (!archived && room !== null && index.activeIdeas >= room) {
      reject('ideas', place, at, '', 'The idea limit of the free plan is reached')
    } else {
      if (id !== undefined) index.refs.set(id, place)
      if (archived) index.archived.add(place)
      else index.activeIdeas += 1
      if (parent !== null) index.parentRefs.set(place, parent)
      if (survivor !== null) index.survivorRefs.set(place, survivor)
      if (parent !== null || survivor !== null) index.places.set(place, at)
      index.count += 1
      index.linksInIdeas += value.links.length
    }
  }
  return index
}
