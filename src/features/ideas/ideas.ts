import type { Actor } from '../../platform/auth/actor.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { uniqueTags, MAX_TAGS, tagKey, TOO_MANY_TAGS, type ResolvedTag } from '../tags/schema.ts'
import { contentHash, normaliseText } from './content.ts'
import { namesOf, presentDetail, presentIdea, type IdeaDetailRow } from './present.ts'
import type {
  CreateIdea,
  Precondition,
  Idea,
  IdeaDetail,
  ListIdeas,
  TagDetail,
  UpdateIdea,
} from './schema.ts'
import type { IdeaStore, Listed, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: IdeaStore
  nextId: () => Promise<number>
  nextRelationId: () => Promise<number>
  clock: () => number
  /** Maximum number of active ideas on the free plan. */
  freePlanIdeaCap: number
  tags: Pick<TagsFeature['tags'], 'resolve' | 'assign'>
  parents: Pick<RelationsFeature['relations'], 'assignParent' | 'createParent'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  /** Announces new jobs in the outbox. */
  wake: () => void
}>

type WithFields = Pick<IdeaDetailRow, 'id' | 'title' | 'status' | 'sourceUrl'>

type Creator = Pick<Actor, 'userId' | 'once' | 'plan' | 'source'>

/** One page of ideas and the total number. */
export type IdeaPage = Readonly<{ ideas: Idea[]; total: number }>

/** Ideas; each write is one transaction under the user's ledger lock. */
export function createIdeas(deps: Dependencies) {
  const { store, nextId, nextRelationId, clock, freePlanIdeaCap, tags, parents, ideaNotFound, wake } = deps

  const getRow = async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow> => {
    const row = await store.get(tx, userId, id)
    if (row === undefined) throw await ideaNotFound(userId, id, tx)
    return row
  }

  return {
    /** @throws Problem `idea_not_found` */
    get: async ({ userId }: Actor, id: number): Promise<IdeaDetail> =>
      presentDetail(await getRow(store.autocommit, userId, id)),

    /** A page of active ideas, newest first unless sorted otherwise. */
    async list({ userId }: Actor, query: ListIdeas): Promise<IdeaPage> {
      const { ideas, total } = await find(userId, query)
      return { ideas: ideas.map(presentIdea), total }
    },

    /**
     * @throws Problem `validation_error`, `idea_not_found` (the parent), `idea_cap_reached`, `idea_exists`,
     * `relations_too_many` (of the parent), `tags_too_many`
     */
    async create(actor: Creator, input: CreateIdea, { force }: { force: boolean }): Promise<IdeaDetail> {
      const { userId } = actor
      const id = await nextId()
      const parent = input.parent_id === null ? undefined : await parentEdge(id, input.parent_id)
      const row = await store.write(actor, async (tx, ledger) => {
        const hash = contentHash(input.title, input.body)
        // Pipelined; the statements are executed in this order.
        const [equal, resolved] = await Promise.all([
          force ? undefined : store.findEqual(tx, userId, hash),
          tags.resolve(tx, userId, input.tags),
          parent === undefined ? undefined : getRow(tx, userId, parent.parentId),
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
          getRow(tx, userId, id),
        ])
        return row
      })
      wake()
      return { ...presentDetail(row), processing: true }
    },

    /**
     * @throws Problem `idea_not_found` (the idea or its parent), `precondition_failed`, `validation_error`,
     * `relation_cycle`, `relations_too_many`, `tags_too_many`
     */
    async update(
      actor: Actor,
      id: number,
      input: UpdateIdea,
      expected: Precondition = () => true,
    ): Promise<IdeaDetail> {
      const { userId } = actor
      if (isEmpty(input) && actor.once === undefined) {
        const row = await getRow(store.autocommit, userId, id)
        requirePrecondition(row, expected)
        return presentDetail(row)
      }
      const parent = input.parent_id === undefined ? undefined : await parentEdge(id, input.parent_id)
      const row = await store.write(actor, async (tx) => {
        const before = await getRow(tx, userId, id)
        requirePrecondition(before, expected)
        if (isEmpty(input)) return before
        const next = nextTags(before.tags, input)
        const resolved = next && asBefore(await tags.resolve(tx, userId, next.names), next.kept)
        if (parent !== undefined) await parents.assignParent(tx, userId, parent)
        const fields = stored({ ...apiFields(before), ...given(input) })
        const hash = contentHash(fields.title, fields.body)
        const [, , row] = await Promise.all([
          store.update(tx, { userId, id, ...fields, contentHash: hash, now: clock() }),
          resolved && tags.assign(tx, userId, id, resolved),
          getRow(tx, userId, id),
        ])
        return row
      })
      if (row.processing) wake()
      return presentDetail(row)
    },

    /**
     * Deletes the idea with its links and relations permanently.
     * @throws Problem `idea_not_found`, `precondition_failed`
     */
    async remove(actor: Actor, id: number, expected?: Precondition): Promise<void> {
      const { userId } = actor
      await store.write(actor, async (tx) => {
        if (expected !== undefined) requirePrecondition(await getRow(tx, userId, id), expected)
        if (!(await store.remove(tx, userId, id))) throw new Problem('idea_not_found')
      })
    },

    /** Reads an active idea within the caller's transaction. @throws Problem `idea_not_found`, `precondition_failed` */
    async getWithin(tx: Tx, userId: string, id: number, expected?: Precondition): Promise<IdeaDetail> {
      const row = await getRow(tx, userId, id)
      if (expected !== undefined) requirePrecondition(row, expected)
      return presentDetail(row)
    },

    /** Replaces the body of an idea within the caller's transaction; the caller must call `wake` afterwards. */
    async updateBody(tx: Tx, userId: string, idea: WithFields, body: string): Promise<void> {
      const { id, title, status, sourceUrl } = idea
      const fields = { title, titleKey: normaliseText(title), body, contentHash: contentHash(title, body) }
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

function requirePrecondition(row: IdeaDetailRow, expected: Precondition): void {
  if (!expected(presentDetail(row))) throw new Problem('precondition_failed')
}

function isEmpty(input: UpdateIdea): boolean {
  return Object.values(input).every((value) => value === undefined)
}

type Fields = Pick<CreateIdea, 'title' | 'body' | 'status' | 'source_url'>

function stored({ title, body, status, source_url: sourceUrl }: Fields) {
  return { title, titleKey: normaliseText(title), body, status, sourceUrl }
}

function apiFields({ title, body, status, sourceUrl }: IdeaDetailRow): Fields {
  return { title, body, status, source_url: sourceUrl }
}

/** The fields that are present in the request. */
function given(input: UpdateIdea): Partial<Fields> {
  const { title, body, status, source_url } = input
  const fields = { title, body, status, source_url }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type NextTags = Readonly<{ names: string[]; kept: readonly TagDetail[] }>

/**
 * The tag names after an update: `tags` replaces, `add_tags` adds, both form a union; undefined without either. `kept` are
 * previous tags that the request does not name.
 */
function nextTags(current: readonly TagDetail[], input: UpdateIdea): NextTags | undefined {
  if (input.tags === undefined && input.add_tags === undefined) return undefined
  const kept = input.tags === undefined ? current : []
  const names = [...(input.tags ?? namesOf(kept)), ...(input.add_tags ?? [])]
  if (uniqueTags(names).length > MAX_TAGS) throw invalid('add_tags', TOO_MANY_TAGS)
  const named = new Set((input.add_tags ?? []).map(tagKey))
  return { names, kept: kept.filter(({ name }) => !named.has(tagKey(name))) }
}

/** Keeps automatic tags automatic unless the request names them. */
function asBefore(tags: readonly ResolvedTag[], kept: readonly TagDetail[]): ResolvedTag[] {
  const auto = new Set(kept.filter((tag) => tag.auto).map(({ name }) => tagKey(name)))
  return tags.map((tag) => ({ ...tag, auto: auto.has(tag.nameKey) }))
}
