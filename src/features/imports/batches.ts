import { EdgeType } from '../graph-names.ts'
import type { Plan } from './plan.ts'
import type { Placed, Spooled } from './reading.ts'
import type { ImportedIdea, ImportedTag } from './schema.ts'
import type { Spool } from './spool.ts'
import type { DuplicateRow, ImportState, LinkRow, MergerRow, RelationRow } from './store.ts'

/** An idea that becomes part of the graph, with the ids of its links. */
export type NumberedIdea = Readonly<{ id: number; value: ImportedIdea; firstLink: number }>

/** What is written in one transaction. */
export type Batch = {
  tags: ImportedTag[]
  ideas: NumberedIdea[]
  mergers: MergerRow[]
  relations: RelationRow[]
  links: LinkRow[]
  duplicates: DuplicateRow[]
}

/** The first id of each kind, and the time of what has none of its own. */
export type Numbers = Pick<
  ImportState,
  'firstIdea' | 'firstLink' | 'firstRelation' | 'firstDuplicate' | 'startedAt'
>

const MAX_RECORDS = 500
const MAX_CHARACTERS = 500_000

/**
 * Cuts what a plan lets pass into transactions. The same spool, plan and state always give the same batches with the same
 * ids: an import that was cut short goes on where it stood.
 */
export async function* cutBatches(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Batch> {
  let batch = emptyBatch()
  let size = { records: 0, characters: 0 }
  for await (const item of items(spool, plan, state)) {
    const characters = item.kind === 'ideas' ? item.row.value.body.length : 0
    if (size.records === MAX_RECORDS || (size.records > 0 && size.characters + characters > MAX_CHARACTERS)) {
      yield batch
      batch = emptyBatch()
      size = { records: 0, characters: 0 }
    }
    ;(batch[item.kind] as (typeof item.row)[]).push(item.row)
    size = { records: size.records + 1, characters: size.characters + characters }
  }
  if (size.records > 0) yield batch
}

type Item = { [Kind in keyof Batch]: Readonly<{ kind: Kind; row: Batch[Kind][number] }> }[keyof Batch]

/** Everything in the order in which it needs each other. */
async function* items(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Item> {
  const idea = (number: number): number => state.firstIdea + number
  const ideaOf = (ref: number): number => idea(plan.ideaOf(ref) ?? 0)
  let nextLink = state.firstLink
  let nextRelation = state.firstRelation
  let nextDuplicate = state.firstDuplicate

  for await (const [, { value }] of kept<Spooled['tags']>(spool, plan, 'tags'))
    yield { kind: 'tags', row: value }
  for await (const [place, { value }] of kept<Spooled['ideas']>(spool, plan, 'ideas')) {
    yield { kind: 'ideas', row: { id: idea(place), value, firstLink: nextLink } }
    nextLink += value.links.length
  }
  for (const [archived, survivor] of plan.survivors) {
    yield { kind: 'mergers', row: { ideaId: idea(archived), survivorId: idea(survivor) } }
  }
  for await (const [, { value }] of kept<Spooled['relations']>(spool, plan, 'relations')) {
    const { note, score, created_at: createdAt = state.startedAt } = value
    const ends = { sourceId: ideaOf(value.source_idea_id), targetId: ideaOf(value.target_idea_id) }
    const type = EdgeType.parse(value.relation_type.toUpperCase())
    yield { kind: 'relations', row: { id: nextRelation, ...ends, type, note, score, createdAt } }
    nextRelation += 1
  }
  for (const { child, parent } of plan.parents) {
    const ends = { sourceId: idea(parent), targetId: idea(child) }
    const rest = { type: 'PARENT' as const, note: null, score: null, createdAt: state.startedAt }
    yield { kind: 'relations', row: { id: nextRelation, ...ends, ...rest } }
    nextRelation += 1
  }
  for await (const [, { value }] of kept<Spooled['links']>(spool, plan, 'links')) {
    const { url, title, link_type: linkType, created_at: createdAt = state.startedAt } = value
    yield {
      kind: 'links',
      row: { id: nextLink, ideaId: ideaOf(value.idea_id), url, title, linkType, createdAt },
    }
    nextLink += 1
  }
  for await (const [, { value }] of kept<Spooled['duplicates']>(spool, plan, 'duplicates')) {
    const {
      similarity_score: score,
      confidence = null,
      reasons = null,
      status,
      created_at: createdAt = state.startedAt,
    } = value
    const ends = { ideaId: ideaOf(value.idea_id), duplicateOfId: ideaOf(value.duplicate_of_id) }
    yield {
      kind: 'duplicates',
      row: { id: nextDuplicate, ...ends, score, confidence, reasons, status, createdAt },
    }
    nextDuplicate += 1
  }
}

async function* kept<T extends Placed<unknown>>(
  spool: Spool,
  { skipped }: Plan,
  kind: keyof Spooled,
): AsyncGenerator<[place: number, record: T]> {
  let place = 0
  for await (const record of spool.read<T>(kind)) {
    if (!skipped[kind].has(place)) yield [place, record]
    place += 1
  }
}

function emptyBatch(): Batch {
  return { tags: [], ideas: [], mergers: [], relations: [], links: [], duplicates: [] }
}
