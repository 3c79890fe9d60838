import { createHash } from 'node:crypto'
import { urlOf } from '../attachments/schema.ts'
import { EDGE_TYPES } from '../relations/schema.ts'
import type { Plan } from './plan-import.ts'
import type { ImportedIdea, ImportedTag, RecordKind } from './schema.ts'
import type { Spool, Spooled } from './spool.ts'
import type { DuplicateRow, ImportState, LinkRow, MergerRow, RelationRow } from './store.ts'

/** Where the record of a row stands in the file: the record, and the field. */
export type Located<Row> = Row & Readonly<{ at: string; path: string }>

/** An idea to create, with its id and the first id of its links. */
export type NumberedIdea = Readonly<{ id: number; value: ImportedIdea; firstLink: number }>

/** The first id of each kind, and the default for `created_at`. */
export type Numbers = Pick<
  ImportState,
  'fingerprint' | 'firstIdea' | 'firstLink' | 'firstRelation' | 'firstDuplicate' | 'startedAt'
>

/** Maximum size of a transaction; without links the division is that of older versions, whose imports can be resumed. */
const BATCH = { records: 500, characters: 500_000, links: 5_000 } as const

/**
 * Divides the accepted records into transactions. It is deterministic: the same spool, plan and state give the same batches
 * with the same ids, so that an interrupted import can be resumed.
 */
export async function* cutBatches(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Batch> {
  let batch = emptyBatch()
  let size = { records: 0, characters: 0, links: 0 }
  for await (const item of items(spool, plan, state)) {
    const { body = '', links = [] } = item.kind === 'ideas' ? item.row.value : {}
    const next = {
      records: size.records + 1,
      characters: size.characters + body.length,
      links: size.links + links.length,
    }
    const fits =
      next.records <= BATCH.records && next.characters <= BATCH.characters && next.links <= BATCH.links
    if (size.records > 0 && !fits) {
      yield batch
      batch = emptyBatch()
      size = { records: 1, characters: body.length, links: links.length }
    } else size = next
    ;(batch[item.kind] as (typeof item.row)[]).push(item.row)
  }
  if (size.records > 0) yield batch
}

type Item = { [Kind in keyof Batch]: Readonly<{ kind: Kind; row: Batch[Kind][number] }> }[keyof Batch]

/** All records in order of their dependencies. */
async function* items(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Item> {
  const idea = (number: number): number => state.firstIdea + number
  const ideaOf = (ref: number): number => idea(plan.ideaOf(ref) ?? 0)
  let nextLink = state.firstLink
  let nextRelation = state.firstRelation
  let nextDuplicate = state.firstDuplicate

  for await (const [, { value }] of kept(spool, plan, 'tags')) yield { kind: 'tags', row: value }
  for await (const [position, { value }] of kept(spool, plan, 'ideas')) {
    yield { kind: 'ideas', row: { id: idea(position), value, firstLink: nextLink } }
    nextLink += value.links.length
  }
  for (const [archived, survivor] of plan.survivors) {
    yield { kind: 'mergers', row: { ideaId: idea(archived), survivorId: idea(survivor) } }
  }
  for await (const [, { at, value }] of kept(spool, plan, 'relations')) {
    const { note, score, created_at: createdAt = state.startedAt } = value
    const ends = { sourceId: ideaOf(value.source_idea_id), targetId: ideaOf(value.target_idea_id) }
    const type = EDGE_TYPES[value.relation_type]
    const row = { id: nextRelation, ...ends, type, note, score, createdAt, at, path: '' }
    yield { kind: 'relations', row }
    nextRelation += 1
  }
  for (const { source, target, at } of plan.parents) {
    const ends = { sourceId: idea(source), targetId: idea(target) }
    const rest = { type: 'PARENT' as const, note: null, score: null, createdAt: state.startedAt }
    yield { kind: 'relations', row: { id: nextRelation, ...ends, ...rest, at, path: 'parent_id' } }
    nextRelation += 1
  }
  for await (const [, { at, value }] of kept(spool, plan, 'links')) {
    const { url, title, link_type: linkType, created_at: createdAt = state.startedAt } = value
    const owner = { ideaId: ideaOf(value.idea_id), isOfArchived: plan.isArchived(value.idea_id) }
    yield {
      kind: 'links',
      row: { id: nextLink, ...owner, url, title, linkType, createdAt, file: null, at, path: '' },
    }
    nextLink += 1
  }
  for await (const [, { at, value }] of kept(spool, plan, 'attachments')) {
    const {
      title,
      attachment_id: from,
      media_type: mediaType,
      created_at: createdAt = state.startedAt,
    } = value
    const owner = { ideaId: ideaOf(value.idea_id), isOfArchived: plan.isArchived(value.idea_id) }
    const attachmentId = attachmentIdOf(state.fingerprint, nextLink)
    const file = { attachmentId, from, bytes: plan.bytesOf(from), mediaType }
    const link = { url: urlOf(attachmentId), title, linkType: 'attachment', createdAt, file }
    yield { kind: 'links', row: { id: nextLink, ...owner, ...link, at, path: '' } }
    nextLink += 1
  }
  for await (const [, { value }] of kept(spool, plan, 'duplicates')) {
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

/** A new id that is the same when the import is resumed: a UUID of version 8 (RFC 9562, section 5.8). */
function attachmentIdOf(fingerprint: string, link: number): string {
  const hash = createHash('sha256')
    .update(`${fingerprint} ${String(link)}`)
    .digest('hex')
  return hash.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/s,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  )
}

async function* kept<Kind extends RecordKind>(
  spool: Spool,
  { skipped }: Plan,
  kind: Kind,
): AsyncGenerator<[position: number, record: Spooled<Kind>]> {
  let position = 0
  for await (const record of spool.read(kind)) {
    if (!skipped[kind].has(position)) yield [position, record]
    position += 1
  }
}

function emptyBatch() {
  return {
    tags: [] as ImportedTag[],
    ideas: [] as NumberedIdea[],
    mergers: [] as MergerRow[],
    relations: [] as Located<RelationRow>[],
    links: [] as Located<LinkRow>[],
    duplicates: [] as DuplicateRow[],
  }
}
/** What is written in one transaction. */
export type Batch = ReturnType<typeof emptyBatch>
