import type { Actor } from '../../platform/auth/actor.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { MAX_TAGS, TOO_MANY_TAGS, uniqueTags } from '../tags/schema.ts'
import { contentHash } from './content.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { presentDetail, type IdeaDetailRow } from './present.ts'
import type { IdeaDetail, Precondition, UpdateIdea } from './schema.ts'
import type { IdeaChange, IdeaStore, Tx } from './store.ts'

type Dependencies = Readonly<{
  store: IdeaStore
  nextRelationId: () => Promise<number>
  clock: () => number
  tags: Pick<TagsFeature['tags'], 'numbered'>
  parents: Pick<RelationsFeature['relations'], 'assignParent'>
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  /** Announces new jobs in the outbox. */
  wake: () => void
}>

type Named = Pick<IdeaChange, 'tags' | 'keepsTags'>

/** Changes ideas: without a parent or a precondition by a single statement, after they were read. */
export function createIdeaUpdate(deps: Dependencies) {
  const { store, nextRelationId, clock, tags, parents, ideaNotFound, wake } = deps

  const getRow = async (tx: Tx, userId: string, id: number): Promise<IdeaDetailRow> => {
    const row = await store.get(tx, userId, id)
    if (row === undefined) throw await ideaNotFound(userId, id, tx)
    return row
  }

  /** `tags` replaces, `add_tags` adds, both form a union. @throws Problem `validation_error` */
  const named = async ({ tags: names, add_tags: added }: UpdateIdea): Promise<Named> => {
    const keepsTags = names === undefined
    if (keepsTags && added === undefined) return { tags: null, keepsTags }
    const all = [...(names ?? []), ...(added ?? [])]
    if (uniqueTags(all).length > MAX_TAGS) throw invalid('add_tags', TOO_MANY_TAGS)
    return { tags: await tags.numbered(all), keepsTags }
  }

  const changed = (userId: string, before: IdeaDetailRow, input: UpdateIdea) => {
    const { title, body, status, sourceUrl: source_url } = before
    const fields = fieldsOf({ title, body, status, source_url, ...given(input) })
    const hash = contentHash(fields.title, fields.body)
    return { userId, id: before.id, ...fields, contentHash: hash, now: clock() }
  }

  /** Undefined if another request changed the idea after it was read. @throws Problem `idea_not_found` */
  const updateAtOnce = async (
    actor: Actor,
    id: number,
    input: UpdateIdea,
    tagging: Named,
  ): Promise<IdeaDetailRow | undefined> => {
    const { userId } = actor
    const before = await getRow(store.autocommit, userId, id)
    const idea = { ...changed(userId, before, input), ...tagging, was: before }
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
    tagging: Named,
    expected: Precondition | undefined,
  ): Promise<IdeaDetailRow> => {
    const { userId } = actor
    const { parent_id: parentId } = input
    const parent = parentId === undefined ? undefined : { ideaId: id, parentId, id: await nextRelationId() }
    return store.write(actor, async (tx) => {
      const before = await getRow(tx, userId, id)
      requirePrecondition(before, expected)
      if (isEmpty(input)) return before
      const change = { ...changed(userId, before, input), ...tagging, was: null, requestId: null }
      const present = before.relations.filter(({ type, targetId }) => type === 'PARENT' && targetId === id)
      // Pipelined; the statements are executed in this order.
      const [, row] = await Promise.all([
        parent && parents.assignParent(tx, userId, parent, present),
        store.update(tx, change),
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
      const tagging = await named(input)
      const isAlone = expected === undefined && actor.once === undefined && input.parent_id === undefined
      const row =
        (isAlone ? await updateAtOnce(actor, id, input, tagging) : undefined) ??
        (await updateInTransaction(actor, id, input, tagging, expected))
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

/** The fields that are present in the request. */
function given(input: UpdateIdea): Partial<Fields> {
  const { title, body, status, source_url } = input
  const fields = { title, body, status, source_url }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
