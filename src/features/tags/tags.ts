import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import { uniqueTags, tagKey, type CreateTag, type ResolvedTag, type Tag, type UpdateTag } from './schema.ts'
import type { TagRow, TagStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: TagStore; nextId: () => Promise<number>; clock: () => number }>

/** Tags by id or name; names are unique per user, case-insensitively. */
export function createTags({ store, nextId, clock }: Dependencies) {
  const find = async (tx: Tx, userId: string, ref: number | string): Promise<TagRow> => {
    const row =
      typeof ref === 'number'
        ? await store.get(tx, userId, ref)
        : await store.getByName(tx, userId, tagKey(ref))
    if (row === undefined) throw new Problem('tag_not_found')
    return row
  }

  return {
    /** All tags, sorted by name. */
    async list(actor: Actor): Promise<Tag[]> {
      return (await store.list(actor.userId)).map(present)
    },

    /** @throws Problem `tag_exists`, `tags_too_many` */
    async create(actor: Actor, { name, color }: CreateTag): Promise<Tag> {
      const id = await nextId()
      return store.write(actor, async (tx) => {
        const nameKey = tagKey(name)
        const taken = await store.getByName(tx, actor.userId, nameKey)
        if (taken !== undefined) throw new Problem('tag_exists')
        await store.create(tx, { userId: actor.userId, id, name, nameKey, color, now: clock() })
        return present({ id, name, color, ideaCount: 0 })
      })
    },

    /** @throws Problem `tag_not_found`, `tag_exists` */
    async update(actor: Actor, ref: number | string, input: UpdateTag): Promise<Tag> {
      if (input.name === undefined && input.color === undefined && actor.once === undefined) {
        return present(await find(store.autocommit, actor.userId, ref))
      }
      return store.write(actor, async (tx) => {
        const before = await find(tx, actor.userId, ref)
        const after = {
          ...before,
          name: input.name ?? before.name,
          color: input.color === undefined ? before.color : input.color,
        }
        const nameKey = tagKey(after.name)
        const owner = await store.getByName(tx, actor.userId, nameKey)
        if (owner !== undefined && owner.id !== before.id) throw new Problem('tag_exists')
        const { ideaCount: _, ...fields } = after
        await store.update(tx, { ...fields, userId: actor.userId, nameKey })
        return present(after)
      })
    },

    /** Deletes the tag; ideas with the tag remain and their `updated_at` does not change. @throws Problem `tag_not_found` */
    async remove(actor: Actor, id: number): Promise<void> {
      await store.write(actor, async (tx) => {
        const removed = await store.remove(tx, actor.userId, id)
        if (removed.length === 0) throw new Problem('tag_not_found')
      })
    },

    /** Distinct names in order, each with an id in case that it is not a tag yet. */
    numbered: async (names: readonly string[]) =>
      Promise.all(uniqueTags(names).map(async (tag, position) => ({ ...tag, position, id: await nextId() }))),

    /** Resolves names for {@link assign} within the same transaction: reserves ids for names that are not tags yet. */
    async resolve(tx: Tx, userId: string, names: readonly string[]): Promise<ResolvedTag[]> {
      const unique = uniqueTags(names)
      const nameKeys = unique.map(({ nameKey }) => nameKey)
      const existing = unique.length === 0 ? [] : await store.existing(tx, userId, nameKeys)
      const known = new Set(existing.map(({ nameKey }) => nameKey))
      return Promise.all(
        unique.map(async (tag, position) => ({
          ...tag,
          position,
          id: known.has(tag.nameKey) ? null : await nextId(),
          auto: false,
        })),
      )
    },

    /**
     * Replaces an idea's tags, in this order, within the caller's transaction; creates missing tags.
     * @throws Problem `tags_too_many`
     */
    async assign(tx: Tx, userId: string, ideaId: number, tags: ResolvedTag[]): Promise<void> {
      await store.assign(tx, { userId, ideaId, tags, now: clock() })
    },
  }
}
export type Tags = ReturnType<typeof createTags>

function present({ ideaCount, ...tag }: TagRow): Tag {
  return { ...tag, idea_count: ideaCount, count: ideaCount }
}
