import type { IndexingFeature } from '../indexing/feature.ts'
import type { IdeaFilter, Slice } from './keyword.ts'
import type { Nearest, SearchStore, Slot } from './store.ts'

/** The embedding of a query, the index that it belongs to, and the time since which writes may be missing in that. */
export type QueryVector = Readonly<{ slot: Slot; id: string; lately: number; vector: number[] }>

/** A semantic result: the cosine of the idea's best passage, clamped to 0 to 1, and the position of that passage. */
export type SemanticHit = Readonly<{ id: number; score: number; position: number }>

/** The ideas of the nearest passages, best first; `isComplete` if the user has no others. */
export type Window = Readonly<{
  /** A slice of those above the floor, or of all if the window is complete. */
  page: Nearest['page']
  /** All of them, unless the page is full. */
  ideas: SemanticHit[]
  isComplete: boolean
  isEmpty: boolean
  /** Upper bound of the scores beyond the window. */
  floor: number
}>

/** Number of passages read from the vector index: enough for the first pages, at a fraction of the cost of a scan. */
const WINDOW = 400

/**
 * Reads the window and a slice of it from the vector index, after the user's recent writes.
 * @throws Error when another index is active
 */
export async function readWindow(
  { store, settled }: Pick<IndexingFeature, 'settled'> & Readonly<{ store: Pick<SearchStore, 'nearest'> }>,
  filter: IdeaFilter,
  { slot, id, lately, vector }: QueryVector,
  slice?: Slice,
): Promise<Window> {
  const asked = { ...filter, ...slice, slot, vector, window: WINDOW }
  let nearest = await store.nearest({ ...asked, lately })
  if (nearest.isPending) {
    await settled(filter.userId)
    nearest = await store.nearest(asked)
  }
  if (nearest.active !== id) throw new Error(`the index ${id} is not active`)
  return {
    page: nearest.page.map(asCosine),
    ideas: nearest.ideas.map(asCosine).sort(byScore),
    isComplete: nearest.seen < WINDOW,
    isEmpty: nearest.seen === 0,
    floor: floorOf(nearest),
  }
}

/**
 * A slice that the window does not fill: of its ideas, followed by the results of an exact scan of the others, so that paging
 * is complete and without repetitions even if filters leave little of the window.
 */
export async function findBeyond(
  store: Pick<SearchStore, 'scan'>,
  filter: IdeaFilter,
  { slot, vector }: QueryVector,
  { ideas, floor }: Window,
  { offset, limit }: Slice,
): Promise<SemanticHit[]> {
  // The window may hold only some of the ideas that tie with its last one; the scan finds all of them in order.
  const head = ideas.filter(({ score }) => score > floor)
  const page = head.slice(offset, offset + limit)
  const tail = await store.scan({
    ...filter,
    slot,
    vector,
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

function asCosine<Row extends Readonly<{ score: number }>>(row: Row): Row {
  return { ...row, score: cosineOf(row.score) }
}

/** The index returns (1 + cosine) / 2. */
export function cosineOf(similarity: number): number {
  return Math.min(1, Math.max(0, 2 * similarity - 1))
}
