import { createHash } from 'node:crypto'
import { urlOf } from '../attachments/schema.ts'
import { EDGE_TYPES } from '../relations/schema.ts'
import type { Plan } from './plan-import.ts'
import type { ImportedIdea } from './schema.ts'
import type { Spooled } from './spool.ts'
import type { DuplicateRow, ImportState, LinkRow, MergeRow, RelationRow } from './store.ts'

/** Where the record of a row stands in the file: the record, and the field. */
export type Located<Row> = Row & Readonly<{ at: string; path: string }>

/** An idea to create, with its id and the first id of its links. */
export type NumberedIdea = Readonly<{ id: number; value: ImportedIdea; firstLink: number }>

/** The first id of each kind, and the default for `created_at`. */
export type Numbers = Pick<
  ImportState,
  'fingerprint' | 'firstIdea' | 'firstLink' | 'firstRelation' | 'firstDuplicate' | 'startedAt'
>

/** Makes the rows of an import from its records, which get ids in the order in which they are asked for. */
export function createRows(plan: Plan, state: Numbers) {
  const next = { link: state.firstLink, relation: state.firstRelation, duplicate: state.firstDuplicate }
  const take = (kind: keyof typeof next, count = 1): number => {
    const id = next[kind]
    next[kind] += count
    return id
  }
  const idea = (number: number): number => state.firstIdea + number
  const ideaOf = (ref: number): number => idea(plan.ideaOf(ref) ?? 0)
  const ownerOf = (ref: number) => ({ ideaId: ideaOf(ref), isOfArchived: plan.isArchived(ref) })

  return {
    idea: (position: number, value: ImportedIdea): NumberedIdea => ({
      id: idea(position),
      value,
      firstLink: take('link', value.links.length),
    }),
    merge: (archived: number, survivor: number): MergeRow => ({
      ideaId: idea(archived),
      survivorId: idea(survivor),
    }),
    relation({ at, value }: Spooled<'relations'>): Located<RelationRow> {
      const { note, score, created_at: createdAt = state.startedAt } = value
      const ends = { sourceId: ideaOf(value.source_idea_id), targetId: ideaOf(value.target_idea_id) }
      const type = EDGE_TYPES[value.relation_type]
      // Of other types it would have been made by hand, whatever the file says.
      const similarity = type === 'DUPLICATE' ? score : null
      return { id: take('relation'), ...ends, type, note, score: similarity, createdAt, at, path: '' }
    },
    /** Of an idea that names its parent. */
    parent({ source, target, at }: Plan['parents'][number]): Located<RelationRow> {
      const ends = { sourceId: idea(source), targetId: idea(target) }
      const rest = { type: 'PARENT' as const, note: null, score: null, createdAt: state.startedAt }
      return { id: take('relation'), ...ends, ...rest, at, path: 'parent_id' }
    },
    link({ at, value }: Spooled<'links'>): Located<LinkRow> {
      const { idea_id: ref, url, title, link_type: linkType, created_at: createdAt = state.startedAt } = value
      return { id: take('link'), ...ownerOf(ref), url, title, linkType, createdAt, file: null, at, path: '' }
    },
    attachment({ at, value }: Spooled<'attachments'>): Located<LinkRow> {
      const { title, attachment_id: from, media_type: mediaType } = value
      const id = take('link')
      const attachmentId = attachmentIdOf(state.fingerprint, id)
      const file = { attachmentId, from, bytes: plan.bytesOf(from), mediaType }
      const createdAt = value.created_at ?? state.startedAt
      const link = { url: urlOf(attachmentId), title, linkType: 'attachment' as const, createdAt, file }
      return { id, ...ownerOf(value.idea_id), ...link, at, path: '' }
    },
    duplicate({ at, value }: Spooled<'duplicates'>): Located<DuplicateRow> {
      const { similarity_score: score, confidence = null, reasons = null, status } = value
      const ends = { ideaId: ideaOf(value.idea_id), duplicateOfId: ideaOf(value.duplicate_of_id) }
      const createdAt = value.created_at ?? state.startedAt
      return { id: take('duplicate'), ...ends, score, confidence, reasons, status, createdAt, at, path: '' }
    },
  }
}

/** A new id that is the same when the import is resumed: a UUID of version 8 (RFC 9562, section 5.8). */
function attachmentIdOf(fingerprint: string, link: number): string {
  const hash = createHash('sha256').update(`${fingerprint} ${link}`).digest('hex')
  return hash.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/s,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  )
}
