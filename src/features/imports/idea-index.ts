import { tagKey } from '../tags/schema.ts'
import type { RecordKind } from './schema.ts'
import type { Spool } from './spool.ts'

/** The limits of an import. */
export type Limits = Readonly<{
  /** How many active ideas may be created; null: unlimited. */
  room: number | null
  /** The latest allowed timestamp of a record, milliseconds since 1970. */
  latest: number
  /** Links of an idea. */
  links: number
  /** Relations of an idea, outgoing and incoming. */
  relations: number
  /** Tags of an account that has none yet. */
  tags: number
}>

export const UNKNOWN = 'refers to no idea of this file'
export const FUTURE = 'must be at most a day in the future'

/** Rejects a record with a message. */
export type Reject = (kind: RecordKind, position: number, at: string, path: string, message: string) => void

/** Numbers the ideas of a spool, and rejects those that cannot be imported. */
export async function indexIdeas(spool: Spool, { room, latest, tags }: Limits, reject: Reject) {
  const index = {
    refs: new Map<number, number>(),
    archived: new Set<number>(),
    locations: new Map<number, string>(),
    parentRefs: new Map<number, number>(),
    survivorRefs: new Map<number, number>(),
    /** Links per idea, those of separate records to be added. */
    linkCounts: new Map<number, number>(),
    /** Keys of tags, at most one more than the limit. */
    tagKeys: new Set<string>(),
    count: 0,
    activeIdeas: 0,
    linksInIdeas: 0,
  }
  let position = -1
  for await (const { at, value } of spool.read('ideas')) {
    position += 1
    const { id, archived, parent_id: parent, merged_into: survivor } = value
    if (id !== undefined && index.refs.has(id)) reject('ideas', position, at, 'id', 'is there twice')
    else if (Math.max(value.created_at ?? 0, value.updated_at ?? 0) > latest) {
      reject('ideas', position, at, (value.created_at ?? 0) > latest ? 'created_at' : 'updated_at', FUTURE)
    } else if (!archived && room !== null && index.activeIdeas >= room) {
      reject('ideas', position, at, '', 'The idea limit of the free plan is reached')
    } else {
      if (id !== undefined) index.refs.set(id, position)
      if (archived) index.archived.add(position)
      else index.activeIdeas += 1
      if (parent !== null) index.parentRefs.set(position, parent)
      if (survivor !== null) index.survivorRefs.set(position, survivor)
      if (parent !== null || survivor !== null) index.locations.set(position, at)
      if (value.links.length > 0) index.linkCounts.set(position, value.links.length)
      for (const name of value.tags) addTag(index.tagKeys, name, tags)
      index.count += 1
      index.linksInIdeas += value.links.length
    }
  }
  for await (const { value } of spool.read('tags')) addTag(index.tagKeys, value.name, tags)
  return index
}
/** The ideas of a file, by number, against which references are validated. */
export type IdeaIndex = Awaited<ReturnType<typeof indexIdeas>>

function addTag(tagKeys: Set<string>, name: string, most: number): void {
  if (tagKeys.size <= most) tagKeys.add(tagKey(name))
}
