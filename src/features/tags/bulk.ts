import type { Actor } from '../../platform/auth/actor.ts'
import { Problem, type Detail } from '../../platform/problems.ts'
import { MAX_TAGS, tagKey, TOO_MANY_TAGS, type BulkTagged, type BulkTags } from './schema.ts'
import type { TagRow, TagStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: TagStore; nextId: () => Promise<number>; clock: () => number }>
type Ideas = Awaited<ReturnType<TagStore['bulkCheck']>>
type BulkChange = Readonly<{ userId: string; known: TagRow | undefined; ideas: Ideas }>

/** Adds a tag to many ideas, or removes it, in one transaction. */
export function createBulkTagging({ store, nextId, clock }: Dependencies) {
  const add = async (
    tx: Tx,
    { userId, name, known, ideas }: BulkChange & Readonly<{ name: string }>,
  ): Promise<BulkTagged> => {
    const nameKey = tagKey(name)
    const full = ideas.filter(({ tagCount, carries }) => !carries && tagCount >= MAX_TAGS)
    if (full.length > 0) throw tooManyTags(full)
    const now = clock()
    const tag = { userId, id: await nextId(), name, nameKey, color: null, now, requestId: null }
    const ideaIds = idsOf(ideas.filter(({ carries }) => !carries))
    // Pipelined; the statements are executed in this order.
    await Promise.all([
      known === undefined && store.create(tx, tag),
      store.bulkAdd(tx, { userId, nameKey, ideaIds, namedIds: idsOf(ideas), now }),
    ])
    return { tag: known?.name ?? name, changed: ideaIds.length }
  }

  const remove = async (tx: Tx, { userId, known, ideas }: BulkChange): Promise<BulkTagged> => {
    if (known === undefined) throw new Problem('tag_not_found')
    const nameKey = tagKey(known.name)
    const ideaIds = idsOf(ideas.filter(({ carries }) => carries))
    await store.bulkRemove(tx, { userId, nameKey, ideaIds, namedIds: idsOf(ideas), now: clock() })
    return { tag: known.name, changed: ideaIds.length }
  }

  return {
    /**
     * All or nothing; a problem lists the ids of the ideas that caused it.
     * @throws Problem `idea_not_found`, `tag_not_found` (to remove), `tags_too_many`, `validation_error` (an idea would pass
     * 20 tags)
     */
    async apply(actor: Actor, { action, tag: name, idea_ids: ideaIds }: BulkTags): Promise<BulkTagged> {
      const { userId } = actor
      const nameKey = tagKey(name)
      return store.write(actor, async (tx) => {
        const [ideas, known] = await Promise.all([
          // In the lock order of all statements that lock several ideas.
          store.bulkCheck(tx, { userId, nameKey, ideaIds: ideaIds.toSorted((a, b) => a - b) }),
          store.get(tx, userId, { id: null, nameKey }),
        ])
        const found = new Set(idsOf(ideas))
        const unknown = ideaIds.filter((one) => !found.has(one))
        if (unknown.length > 0) throw new Problem('idea_not_found', { idea_ids: unknown })
        const change = { userId, known, ideas }
        return action === 'add' ? await add(tx, { ...change, name }) : await remove(tx, change)
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
