import type { Actor } from '../actor.ts'
import { Problem } from '../problems.ts'
import { foldTags, tagKey, type CreateTag, type Tag, type UpdateTag } from './schema.ts'
import type { TagRow, TagStore, Tx } from './store.ts'

type Dependencies = Readonly<{ store: TagStore; nextId: () => Promise<number>; clock: () => number }>

/** A tag as an idea is going to carry it; the id is for a name that is no tag yet, `auto` says that nobody chose it. */
export type ResolvedTag = Readonly<{
  name: string
  nameKey: string
  position: number
  id: number | null
  auto: boolean
}>

/** Tags by id or by name; names are unique per user without regard to case. */
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
    /** All tags, by name. */
    async list(actor: Actor): Promise<Tag[]> {
      return (await store.list(actor.userId)).map(present)
    },

    /** @throws Problem `tag_exists` */
    async create(actor: Actor, { name, color }: CreateTag): Promise<Tag> {
      const id = await nextId()
      return store.write(actor, {
        async apply(tx) {
          const nameKey = tagKey(name)
          const taken = await store.getByName(tx, actor.userId, nameKey)
          if (taken !== undefined) throw new Problem('tag_exists')
          await store.create(tx, { userId: actor.userId, id, name, nameKey, color, now: clock() })
          return present({ id, name, color, ideaCount: 0 })
        },
        recall: async (tx) => present(await find(tx, actor.userId, id)),
      })
    },

    /** @throws Problem `tag_not_found`, `tag_exists` */
    async update(actor: Actor, ref: number | string, input: UpdateTag): Promise<Tag> {
      if (input.name === undefined && input.color === undefined && actor.once === undefined) {
        return present(await find(store.alone, actor.userId, ref))
      }
      return store.write(actor, {
        async apply(tx) {
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
        },
        recall: async (tx) => present(await find(tx, actor.userId, input.name ?? ref)),
      })
    },

    /** Takes the tag from every idea; the ideas stay as they are. @throws Problem `tag_not_found` */
    async remove(actor: Actor, id: number): Promise<void> {
      await store.write(actor, {
        async apply(tx) {
          const removed = await store.remove(tx, actor.userId, id)
          if (removed.length === 0) throw new Problem('tag_not_found')
        },
        recall: async () => undefined,
      })
    },

    /** What {@link assign} needs of these names, inside the same transaction: which are tags already, ids for the rest. */
    async resolve(tx: Tx, userId: string, names: readonly string[]): Promise<ResolvedTag[]> {
      const folded = foldTags(names)
      const nameKeys = folded.map(({ nameKey }) => nameKey)
      const existing = folded.length === 0 ? [] : await store.existing(tx, userId, nameKeys)
      const known = new Set(existing.map(({ nameKey }) => nameKey))
      return Promise.all(
        folded.map(async (tag, position) => ({
          ...tag,
          position,
          id: known.has(tag.nameKey) ? null : await nextId(),
          auto: false,
        })),
      )
    },

    /** Gives an idea exactly these tags, in this order, inside the caller's transaction; new names become tags. */
    async assign(tx: Tx, userId: string, ideaId: number, tags: ResolvedTag[]): Promise<void> {
      await store.assign(tx, { userId, ideaId, tags, now: clock() })
    },
  }
}
export type Tags = ReturnType<typeof createTags>

function present({ ideaCount, ...tag }: TagRow): Tag {
  return { ...tag, idea_count: ideaCount, count: ideaCount }
}
