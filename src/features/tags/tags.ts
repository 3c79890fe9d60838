import type { Actor } from '../../platform/auth/actor.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import { uniqueTags, tagKey, type CreateTag, type NumberedTag, type Tag, type UpdateTag } from './schema.ts'
import type { TagRef, TagRow, TagStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: TagStore; nextId: () => Promise<number>; clock: () => number }>

/** Tags by id or name; names are unique per user, case-insensitively. */
export function createTags({ store, nextId, clock }: Dependencies) {
  return {
    /** All tags, sorted by name. */
    async list(actor: Actor): Promise<Tag[]> {
      return (await store.list(actor.userId)).map(present)
    },

    /** @throws Problem `tag_exists`, `tags_too_many` */
    async create(actor: Actor, { name, color }: CreateTag): Promise<Tag> {
      const { userId } = actor
      const tag = { userId, id: await nextId(), name, nameKey: tagKey(name), color, now: clock() }
      return store.writeInOneStatement(actor, async (tx, requestId) => {
        await store.create(tx, { ...tag, requestId })
        return present({ id: tag.id, name, color, ideaCount: 0 })
      })
    },

    /** @throws Problem `tag_not_found`, `tag_exists` */
    async update(actor: Actor, ref: number | string, { name, color }: UpdateTag): Promise<Tag> {
      const { userId } = actor
      const { id, nameKey: was } = refOf(ref)
      if (name === undefined && color === undefined && actor.idempotency === undefined) {
        const row = await store.get(store.autocommit, userId, { id, nameKey: was })
        if (row === undefined) throw new Problem('tag_not_found')
        return present(row)
      }
      const names = name === undefined ? { name: null, nameKey: null } : { name, nameKey: tagKey(name) }
      const colors = { keepsColor: color === undefined, color: color ?? null }
      const change = { userId, id, was, ...names, ...colors, now: clock() }
      return store.writeInOneStatement(actor, async (tx, requestId) =>
        present(await store.update(tx, { ...change, requestId })),
      )
    },

    /** Deletes the tag; ideas with the tag remain and their `updated_at` does not change. @throws Problem `tag_not_found` */
    async remove(actor: Actor, id: number): Promise<void> {
      const tag = { userId: actor.userId, id, now: clock() }
      await store.writeInOneStatement(actor, async (tx, requestId) => {
        if (!(await store.remove(tx, { ...tag, requestId }))) throw new Problem('tag_not_found')
      })
    },

    /**
     * Gives every idea of a tag another one instead and deletes the one; the `updated_at` of the ideas does not change.
     * @throws Problem `tag_not_found` (one of the two), `validation_error`
     */
    async merge(actor: Actor, id: number, intoId: number): Promise<Tag> {
      if (id === intoId) throw invalid('into_id', 'must be another tag')
      const tags = { userId: actor.userId, id, intoId, now: clock() }
      return store.writeInOneStatement(actor, async (tx, requestId) => {
        const tag = await store.merge(tx, { ...tags, requestId })
        if (tag === null) throw new Problem('tag_not_found')
        return present(tag)
      })
    },

    /** Distinct names in order, each with an id in case that it is not a tag yet. */
    numbered: async (names: readonly string[]): Promise<NumberedTag[]> =>
      Promise.all(uniqueTags(names).map(async (tag, position) => ({ ...tag, position, id: await nextId() }))),

    /** Distinct names, within the caller's transaction, each with an id unless it is a tag already. */
    async resolve(tx: Tx, userId: string, names: readonly string[]) {
      const unique = uniqueTags(names)
      const nameKeys = unique.map(({ nameKey }) => nameKey)
      const existing = unique.length === 0 ? [] : await store.existing(tx, userId, nameKeys)
      const known = new Set(existing)
      return Promise.all(
        unique.map(async (tag) => ({ ...tag, id: known.has(tag.nameKey) ? null : await nextId() })),
      )
    },

    /**
     * Gives automatic tags, in this order, to an idea that has none, within the caller's transaction; creates missing tags.
     * @throws Problem `tags_too_many`
     */
    async assign(tx: Tx, userId: string, ideaId: number, tags: NumberedTag[]): Promise<void> {
      await store.assign(tx, { userId, ideaId, tags, now: clock() })
    },
  }
}
export type Tags = ReturnType<typeof createTags>

function refOf(ref: number | string): TagRef {
  return typeof ref === 'number' ? { id: ref, nameKey: null } : { id: null, nameKey: tagKey(ref) }
}

function present({ ideaCount, ...tag }: TagRow): Tag {
  return { ...tag, idea_count: ideaCount, count: ideaCount }
}
