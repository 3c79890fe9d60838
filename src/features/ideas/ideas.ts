import type { Actor } from '../actor.ts'
import { invalid, Problem } from '../problems.ts'
import type { Relations } from '../relations/relations.ts'
import { foldTags, MAX_TAGS, tagKey, TOO_MANY_TAGS } from '../tags/schema.ts'
import type { ResolvedTag, Tags } from '../tags/tags.ts'
import { contentHash, fold } from './content.ts'
import type { Missing } from './missing.ts'
import { namesOf, presentDetail, presentIdea } from './present.ts'
import type { CreateIdea, Idea, IdeaDetail, ListIdeas, TagDetail, UpdateIdea } from './schema.ts'
import type { IdeaDetailRow, IdeaStore, Listed, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: IdeaStore
  nextId: () => Promise<number>
  nextRelationId: () => Promise<number>
  clock: () => number
  /** How many active ideas an account on the free plan may hold. */
  freePlanIdeaCap: number
  tags: Pick<Tags, 'resolve' | 'assign'>
  parents: Pick<Relations, 'assignParent' | 'createParent'>
  missing: Missing
  /** Tells that there is work in the outbox. */
  wake: () => void
}>

/** Whether an idea is as the caller of a change believes. */
export type Expectation = (current: IdeaDetail) => boolean

type Rewritten = Pick<IdeaDetailRow, 'id' | 'title' | 'status' | 'sourceUrl'>

/** One page of ideas and how many there are in all. */
export type IdeaPage = Readonly<{ ideas: Idea[]; total: number }>

/** Ideas: captured, listed, changed and deleted, each change in one transaction under the user's ledger lock. */
export function createIdeas(deps: Dependencies) {
  const { store, nextId, nextRelationId, clock, freePlanIdeaCap, tags, parents, missing, wake } = deps

  const existing = async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow> => {
    const row = await store.get(tx, userId, id)
    if (row === undefined) throw await missing(userId, id, tx)
    return row
  }

  return {
    /** @throws Problem `idea_not_found` */
    get: async ({ userId }: Actor, id: number): Promise<IdeaDetail> =>
      presentDetail(await existing(store.alone, userId, id)),

    /** A page of active ideas, newest first unless sorted otherwise. */
    async list({ userId }: Actor, query: ListIdeas): Promise<IdeaPage> {
      const { ideas, total } = await find(userId, query)
      return { ideas: ideas.map(presentIdea), total }
    },

    /** @throws Problem `validation_error`, `idea_not_found` (the parent), `idea_cap_reached`, `idea_exists` */
    async create(actor: Actor, input: CreateIdea, { force }: { force: boolean }): Promise<IdeaDetail> {
      const { userId } = actor
      const id = await nextId()
      const parent = input.parent_id === null ? undefined : await parentEdge(id, input.parent_id)
      const row = await store.write(actor, {
        async apply(tx, ledger) {
          const hash = contentHash(input.title, input.body)
          // Statements that need not wait for each other are sent together; they are carried out in this order.
          const [equal, resolved] = await Promise.all([
            force ? undefined : store.findEqual(tx, userId, hash),
            tags.resolve(tx, userId, input.tags),
            parent === undefined ? undefined : existing(tx, userId, parent.parentId),
          ])
          if (actor.plan === 'free' && ledger.ideaCount >= freePlanIdeaCap) {
            throw new Problem('idea_cap_reached')
          }
          if (equal !== undefined) throw new Problem('idea_exists', { duplicate_of_id: equal })
          const idea = { userId, id, ...stored(input), contentHash: hash, source: actor.source, now: clock() }
          const awaitsTags = resolved.length === 0
          const [, , , row] = await Promise.all([
            store.create(tx, { ...idea, awaitsTags }),
            awaitsTags ? undefined : tags.assign(tx, userId, id, resolved),
            parent === undefined ? undefined : parents.createParent(tx, userId, parent),
            existing(tx, userId, id),
          ])
          return row
        },
        recall: (tx) => existing(tx, userId, id),
      })
      wake()
      return { ...presentDetail(row), processing: true }
    },

    /**
     * @throws Problem `idea_not_found` (the idea or its parent), `precondition_failed`, `validation_error`,
     * `relation_cycle`
     */
    async update(
      actor: Actor,
      id: number,
      input: UpdateIdea,
      expected: Expectation = () => true,
    ): Promise<IdeaDetail> {
      const { userId } = actor
      if (isEmpty(input) && actor.once === undefined) {
        const row = await existing(store.alone, userId, id)
        demand(row, expected)
        return presentDetail(row)
      }
      const parent = input.parent_id === undefined ? undefined : await parentEdge(id, input.parent_id)
      const row = await store.write(actor, {
        async apply(tx) {
          const before = await existing(tx, userId, id)
          demand(before, expected)
          if (isEmpty(input)) return before
          const next = nextTags(before.tags, input)
          const resolved = next && asBefore(await tags.resolve(tx, userId, next.names), next.kept)
          if (parent !== undefined) await parents.assignParent(tx, userId, parent)
          const fields = stored({ ...apiFields(before), ...given(input) })
          const hash = contentHash(fields.title, fields.body)
          const [, , row] = await Promise.all([
            store.update(tx, { userId, id, ...fields, contentHash: hash, now: clock() }),
            resolved && tags.assign(tx, userId, id, resolved),
            existing(tx, userId, id),
          ])
          return row
        },
        recall: (tx) => existing(tx, userId, id),
      })
      if (row.processing) wake()
      return presentDetail(row)
    },

    /**
     * Deletes the idea with its links and relations for good.
     * @throws Problem `idea_not_found`, `precondition_failed`
     */
    async remove(actor: Actor, id: number, expected?: Expectation): Promise<void> {
      const { userId } = actor
      await store.write(actor, {
        async apply(tx) {
          if (expected !== undefined) demand(await existing(tx, userId, id), expected)
          if (!(await store.remove(tx, userId, id))) throw new Problem('idea_not_found')
        },
        recall: async () => undefined,
      })
    },

    /** An active idea, inside the caller's transaction. @throws Problem `idea_not_found`, `precondition_failed` */
    async inside(tx: Tx, userId: string, id: number, expected?: Expectation): Promise<IdeaDetail> {
      const row = await existing(tx, userId, id)
      if (expected !== undefined) demand(row, expected)
      return presentDetail(row)
    },

    /** Gives an idea, which has these fields, another body, inside the caller's transaction; who calls it wakes the work. */
    async rewrite(tx: Tx, userId: string, idea: Rewritten, body: string): Promise<void> {
      const { id, title, status, sourceUrl } = idea
      const fields = { title, titleKey: fold(title), body, contentHash: contentHash(title, body) }
      await store.update(tx, { userId, id, ...fields, status, sourceUrl, now: clock() })
    },
  }

  async function parentEdge<P extends number | null>(ideaId: number, parentId: P) {
    return { ideaId, parentId, id: await nextRelationId() }
  }

  async function find(userId: string, query: ListIdeas): Promise<Listed> {
    const { status = null, tag, sort, limit, offset } = query
    const tagKeys = [...new Set(tag.map(tagKey))]
    if (tagKeys.length > 0) return store.listTagged({ userId, status, sort, tagKeys, limit, offset })
    if (status === null && sort === '-created_at') return store.list({ userId, limit, offset })
    return store.listSorted({ userId, status, sort, limit, offset })
  }
}
export type Ideas = ReturnType<typeof createIdeas>

function demand(row: IdeaDetailRow, expected: Expectation): void {
  if (!expected(presentDetail(row))) throw new Problem('precondition_failed')
}

function isEmpty(input: UpdateIdea): boolean {
  return Object.values(input).every((value) => value === undefined)
}

type Fields = Pick<CreateIdea, 'title' | 'body' | 'status' | 'source_url'>

function stored({ title, body, status, source_url: sourceUrl }: Fields) {
  return { title, titleKey: fold(title), body, status, sourceUrl }
}

function apiFields({ title, body, status, sourceUrl }: IdeaDetailRow): Fields {
  return { title, body, status, source_url: sourceUrl }
}

/** The fields that the request supplied. */
function given(input: UpdateIdea): Partial<Fields> {
  const { title, body, status, source_url } = input
  const fields = { title, body, status, source_url }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type NextTags = Readonly<{ names: string[]; kept: readonly TagDetail[] }>

/**
 * `tags` replaces, `add_tags` adds, both together are united; nothing when neither is there. `kept` are the tags of before
 * that the request does not name.
 */
function nextTags(current: readonly TagDetail[], input: UpdateIdea): NextTags | undefined {
  if (input.tags === undefined && input.add_tags === undefined) return undefined
  const kept = input.tags === undefined ? current : []
  const names = [...(input.tags ?? namesOf(kept)), ...(input.add_tags ?? [])]
  if (foldTags(names).length > MAX_TAGS) throw invalid('add_tags', TOO_MANY_TAGS)
  const named = new Set((input.add_tags ?? []).map(tagKey))
  return { names, kept: kept.filter(({ name }) => !named.has(tagKey(name))) }
}

/** An automatic tag stays one as long as nobody names it. */
function asBefore(tags: readonly ResolvedTag[], kept: readonly TagDetail[]): ResolvedTag[] {
  const auto = new Set(kept.filter((tag) => tag.auto).map(({ name }) => tagKey(name)))
  return tags.map((tag) => ({ ...tag, auto: auto.has(tag.nameKey) }))
}
