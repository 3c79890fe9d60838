import { closingEdges, type Edge } from './cycles.ts'
import type { Placed, Spooled } from './reading.ts'
import type { ImportedRelation, RecordKind, Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** Which records of a spool become part of the graph. Ideas are numbered as they stand in it, from 0. */
export type Plan = Readonly<{
  /** The number of the idea that the file calls so; nothing for one that is not imported. */
  ideaOf(ref: number): number | undefined
  /** Places in the spool's lists that are left out. */
  skipped: Readonly<Record<RecordKind, ReadonlySet<number>>>
  /** Parents that no relation of the file makes, child and parent by their numbers. */
  parents: readonly Readonly<{ child: number; parent: number }>[]
  /** Which active idea an archived one was merged into, by their numbers. */
  survivors: ReadonlyMap<number, number>
  ideas: number
  activeIdeas: number
  linksInIdeas: number
  rejections: readonly Rejection[]
}>

type Limits = Readonly<{
  /** How many active ideas there is room for; null: no end. */
  room: number | null
  /** No record may be from later than this; milliseconds since 1970. */
  latest: number
}>

type IdeaIndex = {
  refs: Map<number, number>
  archived: Set<number>
  places: Map<number, string>
  parentRefs: Map<number, number>
  survivorRefs: Map<number, number>
  count: number
  activeIdeas: number
  linksInIdeas: number
}

const UNKNOWN = 'refers to no idea of this file'
const FUTURE = 'must not be in the future'

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
  const reject = (kind: RecordKind, place: number, at: string, path: string, message: string): void => {
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

type Reject = (kind: RecordKind, place: number, at: string, path: string, message: string) => void

async function indexIdeas(spool: Spool, { room, latest }: Limits, reject: Reject): Promise<IdeaIndex> {
  const index: IdeaIndex = {
    refs: new Map(),
    archived: new Set(),
    places: new Map(),
    parentRefs: new Map(),
    survivorRefs: new Map(),
    count: 0,
    activeIdeas: 0,
    linksInIdeas: 0,
  }
  let place = -1
  for await (const { at, value } of spool.read<Spooled['ideas']>('ideas')) {
    place += 1
    const { id, archived, parent_id: parent, merged_into: survivor } = value
    if (id !== undefined && index.refs.has(id)) reject('ideas', place, at, 'id', 'is there twice')
    else if (Math.max(value.created_at ?? 0, value.updated_at ?? 0) > latest) {
      reject('ideas', place, at, 'created_at', FUTURE)
    } else if (!archived && room !== null && index.activeIdeas >= room) {
      reject('ideas', place, at, '', 'The idea limit of the free plan is reached')
    } else {
      if (id !== undefined) index.refs.set(id, place)
      if (archived) index.archived.add(place)
      else index.activeIdeas += 1
      if (parent !== null) index.parentRefs.set(place, parent)
      if (survivor !== null) index.survivorRefs.set(place, survivor)
      if (parent !== null || survivor !== null) index.places.set(place, at)
      index.count += 1
      index.linksInIdeas += value.links.length
    }
  }
  return index
}

/** Judges relations, and finds the parents that only `parent_id` tells of. */
async function planRelations(
  spool: Spool,
  { latest }: Limits,
  index: IdeaIndex,
  reject: Reject,
  rejections: Rejection[],
): Promise<Plan['parents']> {
  const seen = new Set<string>()
  const edges = { blocks: [] as PlacedEdge[], parent: [] as PlacedEdge[] }
  let place = -1
  for await (const { at, value } of spool.read<Placed<ImportedRelation>>('relations')) {
    place += 1
    const problem = relationProblem(value, index, seen, latest)
    if (problem !== undefined) {
      reject('relations', place, at, problem.path, problem.message)
      continue
    }
    const { relation_type: type, source_idea_id: sourceRef, target_idea_id: targetRef } = value
    const edge = { source: index.refs.get(sourceRef) ?? 0, target: index.refs.get(targetRef) ?? 0 }
    if (type === 'blocks' || type === 'parent') edges[type].push({ ...edge, place, at })
  }
  const parents: { child: number; parent: number }[] = []
  for (const [child, ref] of index.parentRefs) {
    const at = index.places.get(child) ?? ''
    const parent = index.refs.get(ref)
    const broken = brokenEnd(parent, child, index)
    if (parent === undefined || broken !== undefined) {
      rejections.push({ record: at, path: 'parent_id', message: broken ?? UNKNOWN })
    } else if (!seen.has(`parent ${parent} ${child}`)) {
      edges.parent.push({ source: parent, target: child, place: -1, at })
      parents.push({ child, parent })
    }
  }
  for (const list of [edges.blocks, edges.parent]) {
    for (const closing of closingEdges(list).keys()) {
      const edge = list[closing]
      if (edge === undefined) continue
      const message = 'would create a cycle'
      if (edge.place >= 0) {
        reject('relations', edge.place, edge.at, '', message)
      } else {
        rejections.push({ record: edge.at, path: 'parent_id', message })
        parents.splice(
          parents.findIndex(({ child }) => child === edge.target),
          1,
        )
      }
    }
  }
  return parents
}

type PlacedEdge = Edge & Readonly<{ place: number; at: string }>

function relationProblem(
  value: ImportedRelation,
  index: IdeaIndex,
  seen: Set<string>,
  latest: number,
): { path: string; message: string } | undefined {
  const source = index.refs.get(value.source_idea_id)
  const target = index.refs.get(value.target_idea_id)
  if (source === undefined) return { path: 'source_idea_id', message: UNKNOWN }
  if (target === undefined) return { path: 'target_idea_id', message: UNKNOWN }
  const broken = brokenEnd(source, target, index)
  if (broken !== undefined) return { path: 'target_idea_id', message: broken }
  if ((value.created_at ?? 0) > latest) return { path: 'created_at', message: FUTURE }
  const key = `${value.relation_type} ${source} ${target}`
  if (seen.has(key)) return { path: '', message: 'is there twice' }
  seen.add(key)
  return undefined
}

function brokenEnd(source: number | undefined, target: number, { archived }: IdeaIndex): string | undefined {
  if (source === target) return 'must be another idea'
  const isArchived = archived.has(target) || (source !== undefined && archived.has(source))
  return isArchived ? 'an archived idea has no relations' : undefined
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
