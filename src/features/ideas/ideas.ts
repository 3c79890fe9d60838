import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import { tagKey } from '../tags/schema.ts'
import { normaliseText, textOf } from './content.ts'
import { createIdeaCreation, type CreationDependencies } from './create-idea.ts'
import { presentDetail, presentIdea, type IdeaRow } from './present.ts'
import { createReadIdea } from './read-idea.ts'
import {
  cursorText,
  IdeaStatus,
  type Idea,
  type IdeaCounts,
  type IdeaDetail,
  type IdeaFilters,
  type ListIdeas,
  type Precondition,
} from './schema.ts'
import type { Listed, Tx } from './store.ts'
import { createIdeaUpdate, requirePrecondition, type UpdateDependencies } from './update-idea.ts'

/** One page of ideas, how many ideas are before it, the total number, and the cursor of the next page, null on the last one. */
export type IdeaPage = Readonly<{ ideas: Idea[]; offset: number; total: number; after: string | null }>

/** Ideas; each write is one transaction under the user's ledger lock. */
export function createIdeas(deps: CreationDependencies & UpdateDependencies) {
  const { store, clock } = deps
  const readIdea = createReadIdea(deps)

  return {
    ...createIdeaCreation(deps),
    ...createIdeaUpdate(deps),

    /** @throws Problem `idea_not_found` */
    get: async ({ userId }: Actor, id: number): Promise<IdeaDetail> =>
      presentDetail(await readIdea(userId, id)),

    /** A page of active ideas, newest first unless sorted otherwise. */
    async list({ userId }: Actor, query: ListIdeas): Promise<IdeaPage> {
      const { sort, limit, after } = query
      const offset = after?.position ?? query.offset ?? 0
      const { ideas, total } = await find(userId, query)
      const page = ideas.slice(0, limit)
      const last = page.at(-1)
      const isLast =
        last === undefined || (after === undefined ? offset + limit >= total : ideas.length <= limit)
      const next = isLast
        ? null
        : cursorText({ sort, key: keyOf(last, sort), id: last.id, position: offset + limit })
      return { ideas: page.map(presentIdea), offset, total, after: next }
    },

    /** How many active ideas there are, in all and of each status. */
    async counts({ userId }: Actor, filters: IdeaFilters): Promise<IdeaCounts> {
      const { status = null, tag } = filters
      const tagKeys = keysOfTags(tag)
      const rows =
        tagKeys.length === 0
          ? await store.count({ userId, status })
          : await store.countTagged({ userId, status, tagKeys })
      const none = Object.fromEntries(IdeaStatus.options.map((one) => [one, 0]))
      const found = Object.fromEntries(rows.map(({ status: one, ideas }) => [one, ideas]))
      const by_status = { ...none, ...found } as IdeaCounts['by_status']
      return { total: rows.reduce((sum, { ideas }) => sum + ideas, 0), by_status }
    },

    /**
     * Deletes the idea with its links and relations permanently.
     * @throws Problem `idea_not_found`, `precondition_failed`
     */
    async remove(actor: Actor, id: number, expected?: Precondition): Promise<void> {
      const { userId } = actor
      const idea = { userId, id, now: clock() }
      const removed =
        expected === undefined
          ? await store.writeInOneStatement(actor, async (tx, requestId) =>
              store.remove(tx, { ...idea, requestId }),
            )
          : await store.write(actor, async (tx) => {
              requirePrecondition(await readIdea(userId, id, tx), expected)
              return store.remove(tx, { ...idea, requestId: null })
            })
      if (!removed) throw new Problem('idea_not_found')
    },

    /** Reads an active idea within the caller's transaction. @throws Problem `idea_not_found`, `precondition_failed` */
    async getWithin(tx: Tx, userId: string, id: number, expected?: Precondition): Promise<IdeaDetail> {
      const row = await readIdea(userId, id, tx)
      requirePrecondition(row, expected)
      return presentDetail(row)
    },

    /** Replaces the body of an idea within the caller's transaction; the caller must call `wake` afterwards. */
    async updateBody(
      tx: Tx,
      userId: string,
      { id, title }: Pick<IdeaRow, 'id' | 'title'>,
      body: string,
    ): Promise<void> {
      const change = { userId, id, now: clock(), fields: textOf(title, body), was: null, requestId: null }
      await store.update(tx, { ...change, tags: null, keepsTags: true })
    },
  }

  /** Behind a cursor with one idea more, which says that there is a next page: the position may have changed. */
  async function find(userId: string, query: ListIdeas): Promise<Listed> {
    const { status = null, tag, sort, limit, offset = 0, after } = query
    const page =
      after === undefined
        ? { limit, offset, afterKey: null, afterId: null }
        : { limit: limit + 1, offset, afterKey: after.key, afterId: after.id }
    const tagKeys = keysOfTags(tag)
    if (tagKeys.length > 0) return store.listTagged({ userId, status, sort, tagKeys, ...page })
    if (status === null && sort === '-created_at') return store.list({ userId, ...page })
    return store.listSorted({ userId, status, sort, ...page })
  }
}

function keysOfTags(names: readonly string[]): string[] {
  return [...new Set(names.map(tagKey))]
}

function keyOf({ title, createdAt, updatedAt }: IdeaRow, sort: ListIdeas['sort']): string | number {
  if (sort.endsWith('title')) return normaliseText(title)
  return sort.endsWith('created_at') ? createdAt : updatedAt
}

export type Ideas = ReturnType<typeof createIdeas>
