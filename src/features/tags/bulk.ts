import type { Actor } from '../../platform/auth/actor.ts'
import { Problem, type Detail } from '../../platform/problems.ts'
import { MAX_TAGS, tagKey, TOO_MANY_TAGS, type BulkTagged, type BulkTags } from './schema.ts'
import type { TagStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: TagStore; nextId: () => Promise<number>; clock: () => number }>
type Ideas = Awaited<ReturnType<TagStore['bulkCheck']>>

/** Adds a tag to many ideas, or removes it, in one transaction. */
export function createBulkTagging({ store, nextId, clock }: Dependencies) {
  const add = async (tx: Tx, userId: string, name: string, id: number, ideas: Ideas): Promise<BulkTagged> => {
    const nameKey = tagKey(name)
    const full = ideas.filter(({ tagCount, carries }) => !carries && tagCount >= MAX_TAGS)
    if (full.length > 0) throw tooManyTags(full)
    const ideaIds = idsOf(ideas.filter(({ carries }) => !carries))
    const namedIds = idsOf(ideas)
    await store.bulkAdd(tx, { userId, nameKey, name, id, ideaIds, namedIds, now: clock() })
    const tag = await store.getByName(tx, userId, nameKey)
    return { tag: tag?.name ?? name, changed: ideaIds.length }
  }

  const remove = async (tx: Tx, userId: string, name: string, ideas: Ideas): Promise<BulkTagged> => {
    const nameKey = tagKey(name)
    const tag = await store.getByName(tx, userId, nameKey)
    if (tag === undefined) throw new Problem('tag_not_found')
    const ideaIds = idsOf(ideas.filter(({ carries }) => carries))
    await store.bulkRemove(tx, { userId, nameKey, ideaIds, namedIds: idsOf(ideas), now: clock() })
    return { tag: tag.name, changed: ideaIds.length }
  }

  return {
    /**
     * All or nothing; a problem lists the ids of the ideas that caused it.
     * @throws Problem `idea_not_found`, `tag_not_found` (to remove), `validation_error` (an idea would pass 20 tags)
     */
    async apply(actor: Actor, { action, tag, idea_ids: ideaIds }: BulkTags): Promise<BulkTagged> {
      const { userId } = actor
      const id = await nextId()
      return store.write(actor, async (tx) => {
        const ideas = await store.bulkCheck(tx, { userId, nameKey: tagKey(tag), ideaIds })
        const found = new Set(idsOf(ideas))
        const unknown = ideaIds.filter((one) => !found.has(one))
        if (unknown.length > 0) throw new Problem('idea_not_found', { idea_ids: unknown })
        return action === 'add' ? await add(tx, userId, tag, id, ideas) : await remove(tx, userId, tag, ideas)
      })
    },
  }
}
export type BulkTagging = ReturnType<typeof createBulkTagging>

function idsOf(ideas: Ideas): number[] {
  return ideas.map(({ id }) => id)
}

function tooManyTags(ideas: Ideas): Problem {
  const ids = idsOf(ideas)
  const details: Detail[] = [
    { path: 'idea_ids', message: `${TOO_MANY_TAGS}: ${ids.join(', ')} would pass that` },
  ]
  return new Problem('validation_error', { details, idea_ids: ids })
}
