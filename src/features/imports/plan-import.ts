import { FUTURE, indexIdeas, UNKNOWN, type IdeaIndex, type Limits, type Reject } from './idea-index.ts'
import { planRelations, type Parent } from './plan-relations.ts'
import type { Spooled } from './reading.ts'
import type { RecordKind, Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** Which records of a spool become part of the graph. Ideas are numbered as they stand in it, from 0. */
export type Plan = Readonly<{
  /** The number of the idea that the file calls so; nothing for one that is not imported. */
  ideaOf(ref: number): number | undefined
  /** Places in the spool's lists that are left out. */
  skipped: Readonly<Record<RecordKind, ReadonlySet<number>>>
  /** Parents that no relation of the file makes, child and parent by their numbers. */
  parents: readonly Parent[]
  /** Which active idea an archived one was merged into, by their numbers. */
  survivors: ReadonlyMap<number, number>
  ideas: number
  activeIdeas: number
  linksInIdeas: number
  rejections: readonly Rejection[]
}>

/** Judges the records of a spool together: what they refer to, what is there twice, which relations close a cycle. */
export async function planImport(spool: Spool, limits: Limits): Promise<Plan> {
  const rejections: Rejection[] = []
  const skipped: Record<RecordKind, Set<number>> = {
    ideas: new Set(),
    tags: new Set(),
    relations: new Set(),
    links: new Set(),
    duplicates: new Set(),
  }
  const reject: Reject = (kind, place, at, path, message) => {
    skipped[kind].add(place)
    rejections.push({ record: at, path, message })
  }
  const index = await indexIdeas(spool, limits, reject)
  const ideaOf = (ref: number): number | undefined => index.refs.get(ref)

  for (const kind of ['links', 'duplicates'] as const) {
    let place = -1
    for await (const { at, value } of spool.read<Spooled['links'] | Spooled['duplicates']>(kind)) {
      place += 1
      const unknown = [
        ...(ideaOf(value.idea_id) === undefined ? ['idea_id'] : []),
        ...('duplicate_of_id' in value && ideaOf(value.duplicate_of_id) === undefined
          ? ['duplicate_of_id']
          : []),
      ]
      for (const path of unknown) reject(kind, place, at, path, UNKNOWN)
      if ('duplicate_of_id' in value && value.idea_id === value.duplicate_of_id) {
        reject(kind, place, at, 'duplicate_of_id', 'must be another idea')
      }
      if ((value.created_at ?? 0) > limits.latest) reject(kind, place, at, 'created_at', FUTURE)
    }
  }
  const parents = await planRelations(spool, limits, index, reject, rejections)
  return {
    ideaOf,
    skipped,
    parents,
    survivors: survivorsOf(index, rejections),
    ideas: index.count,
    activeIdeas: index.activeIdeas,
    linksInIdeas: index.linksInIdeas,
    rejections,
  }
}

function survivorsOf(index: IdeaIndex, rejections: Rejection[]): Map<number, number> {
  const survivors = new Map<number, number>()
  for (const [idea, ref] of index.survivorRefs) {
    const survivor = index.refs.get(ref)
    if (survivor === undefined || index.archived.has(survivor)) {
      const message = survivor === undefined ? UNKNOWN : 'must be an active idea'
      rejections.push({ record: index.places.get(idea) ?? '', path: 'merged_into', message })
    } else survivors.set(idea, survivor)
  }
  return survivors
}
