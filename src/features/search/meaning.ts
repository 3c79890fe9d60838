import type { IdeaFilter, Slice } from './keyword.ts'
import type { Nearest, SearchStore, Slot } from './store.ts'

/** The embedding of a query, and the index that it belongs to. */
export type QueryVector = Readonly<{ slot: Slot; vector: number[] }>

/** A semantic result: the cosine of the idea's best passage, clamped to 0 to 1, and the position of that passage. */
export type SemanticHit = Readonly<{ id: number; score: number; position: number }>

/** The ideas of the nearest passages, best first; `isComplete` if the user has no others. */
export type Window = Readonly<{
  ideas: SemanticHit[]
  isComplete: boolean
  isEmpty: boolean
  /** Upper bound of the scores beyond the window. */
  floor: number
}>

/** Number of passages read from the vector index: enough for the first pages, at a fraction of the cost of a scan. */
const WINDOW = 400

type Store = Pick<SearchStore, 'nearest' | 'scan'>

/** Reads the window from the vector index. */
export async function readWindow(
  store: Store,
  filter: IdeaFilter,
  queryVector: QueryVector,
): Promise<Window> {
  const nearest = await store.nearest({ ...filter, ...queryVector, window: WINDOW })
  return {
    ideas: nearest.ideas.map(asCosine).sort(byScore),
    isComplete: nearest.seen < WINDOW,
    isEmpty: nearest.seen === 0,
    floor: floorOf(nearest),
  }
}

/**
 * A slice of all ideas with passages, best first: those of the window, followed by the results of an exact scan of the
 * others, so that paging is complete and without repetitions even if filters leave little of the window.
 */
export async function findByMeaning(
  store: Store,
  filter: IdeaFilter,
  queryVector: QueryVector,
  window: Window,
  { offset, limit }: Slice,
): Promise<SemanticHit[]> {
  // The window may hold only some of the ideas that tie with its last one; the scan finds all of them in order.
  const head = window.isComplete ? window.ideas : window.ideas.filter(({ score }) => score > window.floor)
  const page = head.slice(offset, offset + limit)
  if (window.isComplete || page.length === limit) return page
  const tail = await store.scan({
    ...filter,
    ...queryVector,
    known: head.map(({ id }) => id),
    offset: Math.max(0, offset - head.length),
    limit: limit - page.length,
  })
  return [...page, ...tail.map(asCosine).map(atMost(head.at(-1)?.score))]
}

/** Orders by score, ties newest first. */
export function byScore(a: Readonly<{ id: number; score: number }>, b: typeof a): number {
  return b.score - a.score || b.id - a.id
}

/** Caps scores, because the approximate index may have missed better results that now come after earlier pages. */
export function atMost<Row extends Readonly<{ score: number }>>(limit = 1): (row: Row) => Row {
  return (row) => ({ ...row, score: Math.min(row.score, limit) })
}

function floorOf({ last, seen }: Nearest): number {
  return last === null || seen < WINDOW ? 0 : cosineOf(last)
}

function asCosine(row: SemanticHit): SemanticHit {
  return { ...row, score: cosineOf(row.score) }
}

/** The index returns (1 + cosine) / 2. */
export function cosineOf(similarity: number): number {
  return Math.min(1, Math.max(0, 2 * similarity - 1))
}
