import { RelationType } from '../relations/schema.ts'
import { backEdges, type Edge } from '../../platform/cycles.ts'
import { createYield } from '../../platform/event-loop-yield.ts'
import { FUTURE, UNKNOWN, type IdeaIndex, type Limits, type Reject } from './idea-index.ts'
import { IMPORT_LIMITS, type ImportedRelation, type Rejection } from './schema.ts'
import type { Spool } from './spool.ts'

/** A relation by the numbers of its ideas. `at` is its place in the file, `position` that in the spool. */
type LocatedEdge = Edge & Readonly<{ position: number; at: string }>

/** The position of a parent that is given only by `parent_id`. */
const NOT_A_RECORD = -1

/** The relations of a file that were accepted so far: their keys, and how many each idea has. */
type Accepted = Readonly<{ keys: Set<number>; counts: Map<number, number> }>

/** Edges by type: those of `blocks` and `parent` must form no cycle, one of `supersedes` was forced. */
type AcyclicEdges = Record<'blocks' | 'parent' | 'supersedes', LocatedEdge[]>

/** What relations are validated against, and what hears of those that are rejected. */
type Given = Readonly<{
  index: IdeaIndex
  limits: Limits
  reject: Reject
  rejectParent: (rejection: Rejection) => void
}>

/**
 * Validates relations, and collects the parents given only by `parent_id`. `isForced`: `supersedes` relations of the file form
 * a cycle, which was forced when they were created.
 */
export async function planRelations(
  spool: Spool,
  given: Given,
): Promise<{ parents: LocatedEdge[]; isForced: boolean }> {
  const accepted = { keys: new Set<number>(), counts: new Map<number, number>() }
  const edges = await recordedEdges(spool, given, accepted)
  edges.parent.push(...(await edgesOfParentIds(given, accepted)))
  const refused = new Set<number>()
  for (const list of [edges.blocks, edges.parent]) {
    for (const closing of await backEdges(list)) {
      const edge = list[closing]
      if (edge === undefined) continue
      const message = 'would create a cycle'
      if (edge.position !== NOT_A_RECORD) given.reject('relations', edge.position, edge.at, '', message)
      else {
        given.rejectParent({ record: edge.at, path: 'parent_id', message })
        refused.add(edge.target)
      }
    }
  }
  const isParent = ({ position: at, target }: LocatedEdge) => at === NOT_A_RECORD && !refused.has(target)
  return {
    parents: edges.parent.filter(isParent),
    isForced: (await backEdges(edges.supersedes)).length > 0,
  }
}

/** Validates the records of relations. */
async function recordedEdges(
  spool: Spool,
  { index, limits, reject }: Given,
  accepted: Accepted,
): Promise<AcyclicEdges> {
  const edges: AcyclicEdges = { blocks: [], parent: [], supersedes: [] }
  let position = -1
  for await (const { at, value } of spool.read('relations')) {
    position += 1
    const { relation_type: type, source_idea_id: sourceRef, target_idea_id: targetRef } = value
    const edge = { source: index.refs.get(sourceRef) ?? 0, target: index.refs.get(targetRef) ?? 0 }
    const problem =
      relationProblem(value, index, accepted.keys, limits.latest) ??
      limitProblem(edge, accepted.counts, limits.relations)
    if (problem !== undefined) reject('relations', position, at, problem.path, problem.message)
    else if (type === 'blocks' || type === 'parent' || type === 'supersedes')
      edges[type].push({ ...edge, position, at })
  }
  return edges
}

/** The parents that ideas name and no record does. */
async function edgesOfParentIds(
  { index, limits, rejectParent }: Given,
  { keys, counts }: Accepted,
): Promise<LocatedEdge[]> {
  const edges: LocatedEdge[] = []
  const yieldIfDue = createYield()
  for (const [child, ref] of index.parentRefs) {
    await yieldIfDue()
    const at = index.locations.get(child) ?? ''
    const parent = index.refs.get(ref)
    const rejected = (message: string): void => rejectParent({ record: at, path: 'parent_id', message })
    const broken = brokenEnd(parent, child, index)
    if (parent === undefined || broken !== undefined) rejected(broken ?? UNKNOWN)
    else if (!keys.has(keyOf('parent', parent, child))) {
      const edge = { source: parent, target: child }
      const problem = limitProblem(edge, counts, limits.relations)
      if (problem !== undefined) rejected(problem.message)
      else edges.push({ ...edge, position: NOT_A_RECORD, at })
    }
  }
  return edges
}

function relationProblem(
  value: ImportedRelation,
  index: IdeaIndex,
  seen: Set<number>,
  latest: number,
): { path: string; message: string } | undefined {
  const source = index.refs.get(value.source_idea_id)
  const target = index.refs.get(value.target_idea_id)
  if (source === undefined) return { path: 'source_idea_id', message: UNKNOWN }
  if (target === undefined) return { path: 'target_idea_id', message: UNKNOWN }
  const broken = brokenEnd(source, target, index)
  if (broken !== undefined) return { path: 'target_idea_id', message: broken }
  if ((value.created_at ?? 0) > latest) return { path: 'created_at', message: FUTURE }
  const key = keyOf(value.relation_type, source, target)
  if (seen.has(key)) return { path: '', message: 'is there twice' }
  seen.add(key)
  return undefined
}

/** A number for each possible relation of a file, which takes less memory than a text. */
function keyOf(type: RelationType, source: number, target: number): number {
  const { records } = IMPORT_LIMITS
  return (RelationType.options.indexOf(type) * records + source) * records + target
}

/** Counts the relation at both of its ideas unless one of them has too many. */
function limitProblem(
  { source, target }: Edge,
  counts: Map<number, number>,
  most: number,
): { path: string; message: string } | undefined {
  const [outgoing, incoming] = [(counts.get(source) ?? 0) + 1, (counts.get(target) ?? 0) + 1]
  if (Math.max(outgoing, incoming) > most) {
    const path = outgoing > most ? 'source_idea_id' : 'target_idea_id'
    return { path, message: `an idea may have at most ${most} relations` }
  }
  counts.set(source, outgoing)
  counts.set(target, incoming)
  return undefined
}

function brokenEnd(source: number | undefined, target: number, { archived }: IdeaIndex): string | undefined {
  if (source === target) return 'must be another idea'
  const isArchived = archived.has(target) || (source !== undefined && archived.has(source))
  return isArchived ? 'an archived idea has no relations' : undefined
}
