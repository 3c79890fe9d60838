import type { Actor } from '../../platform/auth/actor.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { MAX_TAGS, TOO_MANY_TAGS, uniqueTags } from '../tags/schema.ts'
import { textOf } from './content.ts'
import { presentDetail, type IdeaDetailRow } from './present.ts'
import { createReadIdea } from './read-idea.ts'
import type { IdeaDetail, Precondition, UpdateIdea } from './schema.ts'
import type { IdeaChange, IdeaStore } from './store.ts'

/** What changes of ideas need. */
export type UpdateDependencies = Readonly<{
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

/**
 * Changes ideas. A change of the parent, or under a precondition, is a transaction of several statements, every other one a single
 * statement. Where only title or body is given the other is read first, because the hash and the word forms need both.
 */
export function createIdeaUpdate(deps: UpdateDependencies) {
  const { store, nextRelationId, clock, tags, parents, ideaNotFound, wake } = deps
  const readIdea = createReadIdea(deps)

  /** `tags` replaces, `add_tags` adds, both form a union. @throws Problem `validation_error` */
  const named = async ({ tags: names, add_tags: added }: UpdateIdea): Promise<Named> => {
    const keepsTags = names === undefined
    if (keepsTags && added === undefined) return { tags: null, keepsTags }
    const all = [...(names ?? []), ...(added ?? [])]
    if (uniqueTags(all).length > MAX_TAGS) throw invalid('add_tags', TOO_MANY_TAGS)
    return { tags: await tags.numbered(all), keepsTags }
  }

  /** Undefined if another request changed the text after it was read. @throws Problem `idea_not_found` */
  const updateAtOnce = async (
    actor: Actor,
    id: number,
    input: UpdateIdea,
    tagging: Named,
  ): Promise<IdeaDetailRow | undefined> => {
    const { userId } = actor
    const was = isPartOfText(input) ? await readIdea(userId, id) : null
    const idea = { userId, id, fields: fieldsOf(input, was), ...tagging, was, now: clock() }
    const row = await store.writeInOneStatement(actor, async (tx, requestId) => {
      const updated = await store.update(tx, { ...idea, requestId })
      if (updated === undefined) throw await ideaNotFound(userId, id, tx)
      return updated
    })
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
      const before = await readIdea(userId, id, tx)
      requirePrecondition(before, expected)
      if (isEmpty(input)) return before
      // Before a parent can be refused: what the request asks for is judged ahead of what the graph allows.
      requireRoom(before, tagging)
      const change = { userId, id, fields: fieldsOf(input, before), ...tagging, now: clock() }
      const present = before.relations.filter(({ type, targetId }) => type === 'PARENT' && targetId === id)
      // Pipelined; the statements are executed in this order.
      const [, row] = await Promise.all([
        parent && parents.assignParent(tx, userId, parent, present),
        store.update(tx, { ...change, was: null, requestId: null }),
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
      if (isEmpty(input) && actor.idempotency === undefined) {
        const row = await readIdea(actor.userId, id)
        requirePrecondition(row, expected)
        return presentDetail(row)
      }
      const tagging = await named(input)
      // With an idempotency key nothing is read before the transaction: a repeat gets its reply whatever has become of the idea.
      const mayRead = actor.idempotency === undefined || !(isEmpty(input) || isPartOfText(input))
      const isAlone = expected === undefined && mayRead && input.parent_id === undefined
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

/** @throws Problem `validation_error` when the idea would have too many tags */
function requireRoom({ tags: present }: IdeaDetailRow, { tags: added, keepsTags }: Named): void {
  if (added === null || !keepsTags) return
  const names = [...present, ...added].map(({ name }) => name)
  if (uniqueTags(names).length > MAX_TAGS) throw invalid('add_tags', TOO_MANY_TAGS)
}

function isEmpty(input: UpdateIdea): boolean {
  return Object.values(input).every((value) => value === undefined)
}

/** What is derived from title and body needs the other one, too. */
function isPartOfText({ title, body }: UpdateIdea): boolean {
  return (title === undefined) !== (body === undefined)
}

/** The fields that are present in the request; of a new title or body also what is derived from both. */
function fieldsOf(
  input: UpdateIdea,
  before: Readonly<{ title: string; body: string }> | null,
): IdeaChange['fields'] {
  const { title = before?.title, body = before?.body, status, source_url: sourceUrl } = input
  const isText = input.title !== undefined || input.body !== undefined
  return {
    ...(isText && title !== undefined && body !== undefined && textOf(title, body)),
    ...(status !== undefined && { status }),
    ...(sourceUrl !== undefined && { sourceUrl }),
  }
}
