import type { Actor } from '../../platform/auth/actor.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { MAX_TAGS, tagKey, TOO_MANY_TAGS, uniqueTags, type ResolvedTag } from '../tags/schema.ts'
import { contentHash } from './content.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { namesOf, presentDetail, type IdeaDetailRow } from './present.ts'
import type { IdeaDetail, Precondition, TagDetail, UpdateIdea } from './schema.ts'
import type { IdeaStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: IdeaStore
  nextRelationId: () => Promise<number>
  clock: () => number
  tags: Pick<TagsFeature['tags'], 'resolve' | 'assign'>
  parents: Pick<RelationsFeature['relations'], 'assignParent'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  /** Announces new jobs in the outbox. */
  wake: () => void
}>

/** Changes ideas: fields alone by a single statement, after they were read. */
export function createIdeaUpdate(deps: Dependencies) {
  const { store, nextRelationId, clock, tags, parents, ideaNotFound, wake } = deps

  const getRow = async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow> => {
    const row = await store.get(tx, userId, id)
    if (row === undefined) throw await ideaNotFound(userId, id, tx)
    return row
  }

  const changed = (userId: string, before: IdeaDetailRow, input: UpdateIdea) => {
    const { title, body, status, sourceUrl: source_url } = before
    const fields = fieldsOf({ title, body, status, source_url, ...given(input) })
    const hash = contentHash(fields.title, fields.body)
    return { userId, id: before.id, ...fields, contentHash: hash, now: clock() }
  }

  /** Undefined if another request changed the idea after it was read. @throws Problem `idea_not_found` */
  const updateFields = async (
    actor: Actor,
    id: number,
    input: UpdateIdea,
  ): Promise<IdeaDetailRow | undefined> => {
    const { userId } = actor
    const before = await getRow(store.autocommit, userId, id)
    const idea = { ...changed(userId, before, input), was: before }
    const row = await store.writeAtOnce(actor, async (tx, requestId) =>
      store.update(tx, { ...idea, requestId }),
    )
    if (row === undefined) throw await ideaNotFound(userId, id)
    return row === 'stale' ? undefined : row
  }

  const updateInTransaction = async (
    actor: Actor,
    id: number,
    input: UpdateIdea,
    expected: Precondition | undefined,
  ): Promise<IdeaDetailRow> => {
    const { userId } = actor
    const { parent_id: parentId } = input
    const parent = parentId === undefined ? undefined : { ideaId: id, parentId, id: await nextRelationId() }
    return store.write(actor, async (tx) => {
      const before = await getRow(tx, userId, id)
      requirePrecondition(before, expected)
      if (isEmpty(input)) return before
      const next = nextTags(before.tags, input)
      const resolved = next && asBefore(await tags.resolve(tx, userId, next.names), next.kept)
      if (parent !== undefined) await parents.assignParent(tx, userId, parent)
      const [, row] = await Promise.all([
        resolved && tags.assign(tx, userId, id, resolved),
        store.update(tx, { ...changed(userId, before, input), was: null, requestId: null }),
      ])
      if (row === undefined || row === 'stale') throw new Error('an idea vanished under the ledger lock')
      return row
    })
  }

  return {
    /**
     * @throws Problem `idea_not_found` (the idea or its parent), `precondition_failed`, `validation_error`,
     * `relation_cycle`, `relations_too_many`, `tags_too_many`
     */
    async update(actor: Actor, id: number, input: UpdateIdea, expected?: Precondition): Promise<IdeaDetail> {
      if (isEmpty(input) && actor.once === undefined) {
        const row = await getRow(store.autocommit, actor.userId, id)
        requirePrecondition(row, expected)
        return presentDetail(row)
      }
      const isAlone = expected === undefined && actor.once === undefined && hasOnlyFields(input)
      const row =
        (isAlone ? await updateFields(actor, id, input) : undefined) ??
        (await updateInTransaction(actor, id, input, expected))
      if (row.processing) wake()
      return presentDetail(row)
    },
  }
}

/** @throws Problem `precondition_failed` */
export function requirePrecondition(row: IdeaDetailRow, expected: Precondition | undefined): void {
  if (expected?.(presentDetail(row)) === false) throw new Problem('precondition_failed')
}

function isEmpty(input: UpdateIdea): boolean {
  return Object.values(input).every((value) => value === undefined)
}

function hasOnlyFields({ tags, add_tags: added, parent_id: parentId }: UpdateIdea): boolean {
  return [tags, added, parentId].every((value) => value === undefined)
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
