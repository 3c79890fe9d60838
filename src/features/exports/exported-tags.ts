import type { TagDetail } from '../ideas/schema.ts'
import { tagKey, type Tag } from '../tags/schema.ts'
import type { IdeaRow, NodeRow, TagOfIdea } from './store.ts'

/**
 * The tags of an export, consistent even while tags are renamed, deleted and created again: a tag has one name, a name one
 * tag, and `idea_count` is the number of active ideas in the file with the tag.
 */
export function createExportedTags() {
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
  /** The tags of an idea under their exported names; counts an active idea for each of them. */
  const of = ({ tags, archived }: Pick<NodeRow, 'tags' | 'archived'>): readonly Tag[] => {
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
    /** Like `of`, with whether each tag is automatic. */
    detailsOf(idea: Pick<IdeaRow, 'tags' | 'archived' | 'autoTagIds'>): TagDetail[] {
      const chosen = new Set(idea.tags.filter(([id]) => !idea.autoTagIds.includes(id)).map(entry))
      return of(idea).map((tag) => ({ name: tag.name, auto: !chosen.has(tag) }))
    },
    /** Adds a tag, used or not. */
    add: (tag: TagOfIdea): void => void entry(tag),
    /** All tags of the export, with unique names. */
    all: (): Iterable<Tag> => byKey.values(),
  }
}
export type ExportedTags = ReturnType<typeof createExportedTags>
