import { FUTURE, indexIdeas, UNKNOWN, type IdeaIndex, type Limits, type Reject } from './idea-index.ts'
import { planRelations } from './plan-relations.ts'
import type { RecordKind, Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/**
 * Validates the records of a spool together: references, repetitions, and cycles of relations. Ideas are numbered in the
 * order of the spool, from 0.
 */
export async function planImport(spool: Spool, limits: Limits) {
  const rejections: Rejection[] = []
  const skipped: Record<RecordKind, Set<number>> = {
    ideas: new Set(),
    tags: new Set(),
    relations: new Set(),
    links: new Set(),
    duplicates: new Set(),
  }
  const reject: Reject = (kind, position, at, path, message) => {
    skipped[kind].add(position)
    rejections.push({ record: at, path, message })
  }
  const index = await indexIdeas(spool, limits, reject)
  const ideaOf = (ref: number): number | undefined => index.refs.get(ref)

  for (const kind of ['links', 'duplicates'] as const) {
    let position = -1
    for await (const { at, value } of spool.read(kind)) {
      position += 1
      const unknown = [
        ...(ideaOf(value.idea_id) === undefined ? ['idea_id'] : []),
        ...('duplicate_of_id' in value && ideaOf(value.duplicate_of_id) === undefined
          ? ['duplicate_of_id']
          : []),
      ]
      for (const path of unknown) reject(kind, position, at, path, UNKNOWN)
      if ('duplicate_of_id' in value && value.idea_id === value.duplicate_of_id) {
        reject(kind, position, at, 'duplicate_of_id', 'must be another idea')
      }
      if ((value.created_at ?? 0) > limits.latest) reject(kind, position, at, 'created_at', FUTURE)
    }
  }
  const parents = await planRelations(spool, limits, index, reject, rejections)
  return {
    /** The number of the idea with this id in the file; undefined if it is not imported. */
    ideaOf,
    /** Positions of rejected records in the spool's lists. */
    skipped,
    /** Parents without a relation in the file, child and parent by number. */
    parents,
    /** The active idea into which an archived one was merged, by number. */
    survivors: survivorsOf(index, rejections),
    ideas: index.count,
    activeIdeas: index.activeIdeas,
    linksInIdeas: index.linksInIdeas,
    rejections,
  }
}
/** The records of a spool to import. */
export type Plan = Awaited<ReturnType<typeof planImport>>

function survivorsOf(index: IdeaIndex, rejections: Rejection[]): Map<number, number> {
  const survivors = new Map<number, number>()
  for (const [idea, ref] of index.survivorRefs) {
    const survivor = index.refs.get(ref)
    if (survivor === undefined || index.archived.has(survivor)) {
      const message = survivor === undefined ? UNKNOWN : 'must be an active idea'
      rejections.push({ record: index.locations.get(idea) ?? '', path: 'merged_into', message })
    } else survivors.set(idea, survivor)
  }
  return survivors
}
