import { ATTACHMENT_LIMITS } from '../attachments/schema.ts'
import type { Archive } from './archive.ts'
import { FUTURE, indexIdeas, UNKNOWN, type IdeaIndex, type Limits, type Reject } from './idea-index.ts'
import { planRelations } from './plan-relations.ts'
import { createRejections, type Rejections } from './rejections.ts'
import type { RecordKind, Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/**
 * Validates the records of a spool together: references, repetitions, limits per idea, and cycles of relations. Ideas are
 * numbered in the order of the spool, from 0. `given` are the rejections of records by themselves.
 */
export async function planImport(
  spool: Spool,
  limits: Limits,
  given: Rejections,
  archive: Pick<Archive, 'bytesOf'> | undefined,
) {
  const rejections = createRejections(given)
  const leftOut = createRejections()
  const skipped: Record<RecordKind, Set<number>> = {
    ideas: new Set(),
    tags: new Set(),
    relations: new Set(),
    links: new Set(),
    attachments: new Set(),
    duplicates: new Set(),
  }
  const reject: Reject = (kind, position, at, path, message) => {
    skipped[kind].add(position)
    rejections.add({ record: at, path, message })
  }
  const index = await indexIdeas(spool, limits, reject)
  await validateLinks(spool, limits, index, reject)
  const leaveOut: LeaveOut = (kind, position, at, message) => {
    skipped[kind].add(position)
    leftOut.add({ record: at, path: '', message })
  }
  const attachmentBytes = await validateAttachments(spool, { limits, index, archive, reject, leaveOut })
  await validateDuplicates(spool, { limits, index, reject, leaveOut })
  const rejectParent = rejections.add
  const { parents, isForced } = await planRelations(spool, { index, limits, reject, rejectParent })
  return {
    /** The number of the idea with this id in the file; undefined if it is not imported. */
    ideaOf: (ref: number): number | undefined => index.refs.get(ref),
    /** Whether the idea with this id in the file is archived. */
    isArchived: (ref: number): boolean => index.archived.has(index.refs.get(ref) ?? -1),
    /** Positions of rejected records in the spool's lists. */
    skipped,
    /** Parents without a relation in the file: from parent to child, by number. */
    parents,
    /** Whether `supersedes` relations may close cycles. */
    isForced,
    /** The active idea into which an archived one was merged, by number. */
    survivors: survivorsOf(index, rejections.add),
    /** The keys of the tags that the file names. */
    tagKeys: index.tagKeys as ReadonlySet<string>,
    mostTags: limits.tags,
    ideas: index.count,
    activeIdeas: index.activeIdeas,
    linksInIdeas: index.linksInIdeas,
    attachmentBytes,
    /** The length of an attachment's file. */
    bytesOf: (attachmentId: string): number => archive?.bytesOf(attachmentId) ?? 0,
    rejections,
    /** What even a strict import leaves out: attachments whose files it does not have, pairs of duplicates that are there twice. */
    leftOut,
  }
}
/** Leaves a record out although the file is good. */
type LeaveOut = (kind: RecordKind, position: number, at: string, message: string) => void

/** The records of a spool to import. */
export type Plan = Awaited<ReturnType<typeof planImport>>

async function validateLinks(
  spool: Spool,
  { latest, links }: Limits,
  { refs, linkCounts }: IdeaIndex,
  reject: Reject,
): Promise<void> {
  let position = -1
  for await (const { at, value } of spool.read('links')) {
    position += 1
    const idea = refs.get(value.idea_id)
    const count = (linkCounts.get(idea ?? -1) ?? 0) + 1
    if ((value.created_at ?? 0) > latest) reject('links', position, at, 'created_at', FUTURE)
    else if (idea === undefined) reject('links', position, at, 'idea_id', UNKNOWN)
    else if (count > links) {
      reject('links', position, at, 'idea_id', `an idea may have at most ${links} links`)
    } else linkCounts.set(idea, count)
  }
}

type Planning = Readonly<{
  limits: Limits
  index: IdeaIndex
  archive: Pick<Archive, 'bytesOf'> | undefined
  reject: Reject
  leaveOut: LeaveOut
}>

/** The bytes of the attachments to import. */
async function validateAttachments(
  spool: Spool,
  { limits, index: { refs, linkCounts }, archive, reject, leaveOut }: Planning,
): Promise<number> {
  let position = -1
  let bytes = 0
  for await (const { at, value } of spool.read('attachments')) {
    position += 1
    const idea = refs.get(value.idea_id)
    const count = (linkCounts.get(idea ?? -1) ?? 0) + 1
    const size = archive?.bytesOf(value.attachment_id)
    if ((value.created_at ?? 0) > limits.latest) reject('attachments', position, at, 'created_at', FUTURE)
    else if (idea === undefined) reject('attachments', position, at, 'idea_id', UNKNOWN)
    else if (archive === undefined) leaveOut('attachments', position, at, NO_ARCHIVE)
    else if (size === undefined)
      leaveOut('attachments', position, at, 'is an attachment whose file is not in the archive')
    else if (size > ATTACHMENT_LIMITS.fileBytes)
      leaveOut('attachments', position, at, 'is an attachment of more than 10 MiB')
    else if (count > limits.links) {
      reject('attachments', position, at, 'idea_id', `an idea may have at most ${limits.links} links`)
    } else {
      linkCounts.set(idea, count)
      bytes += size
    }
  }
  return bytes
}

const NO_ARCHIVE = 'is an attachment, whose file only an archive brings (POST /user/export?format=archive)'

async function validateDuplicates(
  spool: Spool,
  { limits: { latest }, index: { refs }, reject, leaveOut }: Omit<Planning, 'archive'>,
): Promise<void> {
  const seen = new Set<string>()
  let position = -1
  for await (const { at, value } of spool.read('duplicates')) {
    position += 1
    const pair = [value.idea_id, value.duplicate_of_id].sort((a, b) => a - b).join(' ')
    const unknown = (['idea_id', 'duplicate_of_id'] as const).filter((path) => !refs.has(value[path]))
    const isItself = value.idea_id === value.duplicate_of_id
    const isLater = (value.created_at ?? 0) > latest
    for (const path of unknown) reject('duplicates', position, at, path, UNKNOWN)
    if (isItself) reject('duplicates', position, at, 'duplicate_of_id', 'must be another idea')
    if (isLater) reject('duplicates', position, at, 'created_at', FUTURE)
    if (unknown.length > 0 || isItself || isLater) continue
    if (seen.has(pair)) leaveOut('duplicates', position, at, 'is there twice')
    seen.add(pair)
  }
}

function survivorsOf(index: IdeaIndex, reject: (rejection: Rejection) => void): Map<number, number> {
  const survivors = new Map<number, number>()
  for (const [idea, ref] of index.survivorRefs) {
    const survivor = index.refs.get(ref)
    if (survivor === undefined || index.archived.has(survivor)) {
      const message = survivor === undefined ? UNKNOWN : 'must be an active idea'
      reject({ record: index.locations.get(idea) ?? '', path: 'merged_into', message })
    } else survivors.set(idea, survivor)
  }
  return survivors
}
