import type { TagDetail } from '../ideas/schema.ts'
import { tagKey, type Tag } from '../tags/schema.ts'
import type { IdeaRow, NodeRow, TagOfIdea } from './store.ts'

/** The tags that a file has named, each under the one name that it had when it was first met. */
export type TagBook = Readonly<{
  /** What an idea carries, as the file names it; an active idea counts for each. */
  of(idea: Pick<NodeRow, 'tags' | 'archived'>): readonly Tag[]
  /** The same, and which of them were given automatically. */
  detailsOf(idea: Pick<IdeaRow, 'tags' | 'archived' | 'autoTagIds'>): TagDetail[]
  /** Adds a tag that perhaps no idea carries. */
  meet(tag: TagOfIdea): void
  /** All that were met; each name once. */
  all(): Iterable<Tag>
}>

/**
 * While an export runs tags may be renamed, deleted and made anew. Whatever happens, the file keeps to what it said: a tag
 * has one name, a name one tag, and `idea_count` is the number of active ideas in the file that carry it.
 */
export function createTagBook(): TagBook {
  const byId = new Map<number, Tag>()
  const byKey = new Map<string, Tag>()
  const entry = ([id, name, color]: TagOfIdea): Tag => {
    const known = byId.get(id)
    if (known !== undefined) return known
    const key = tagKey(name)
    const tag = byKey.get(key) ?? { id, name, color, idea_count: 0, count: 0 }
    byId.set(id, tag)
    byKey.set(key, tag)
    return tag
  }
  const of: TagBook['of'] = ({ tags, archived }) => {
    const carried = [...new Set(tags.map(entry))]
    if (!archived) {
      for (const tag of carried) {
        tag.idea_count += 1
        tag.count += 1
      }
    }
    return carried
  }
  return {
    of,
    detailsOf(idea) {
      const chosen = new Set(idea.tags.filter(([id]) => !idea.autoTagIds.includes(id)).map(entry))
      return of(idea).map((tag) => ({ name: tag.name, auto: !chosen.has(tag) }))
    },
    meet: (tag) => void entry(tag),
    all: () => byKey.values(),
  }
}
