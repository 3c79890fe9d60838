import type { Among, Part } from './keyword.ts'
import type { Nearest, SearchStore, Slot } from './store.ts'

/** The text that is looked for as a vector, and the index that it belongs to. */
export type Meaning = Readonly<{ slot: Slot; vector: number[] }>

/** An idea, the cosine of its best passage within 0 to 1, and which of its passages that is. */
export type ByMeaning = Readonly<{ id: number; score: number; position: number }>

/** The ideas of the nearest passages, best first, and whether these are all that the user has. */
export type Window = Readonly<{
  ideas: ByMeaning[]
  isComplete: boolean
  isEmpty: boolean
  /** What no idea beyond the window reaches. */
  floor: number
}>

/** How many passages the vector index is asked for: the first pages, for a fraction of what a scan takes. */
const WINDOW = 400
/** More ideas than a scan can tell. */
const EVERYTHING = 1_000_000

type Store = Pick<SearchStore, 'nearest' | 'scan'>

/** Looks into the vector index. */
export async function lookAround(store: Store, among: Among, meaning: Meaning): Promise<Window> {
  const nearest = await store.nearest({ ...among, ...meaning, window: WINDOW })
  return {
    ideas: nearest.ideas.map(asCosine).sort(byScore),
    isComplete: nearest.seen < WINDOW,
    isEmpty: nearest.seen === 0,
    floor: floorOf(nearest),
  }
}

/**
 * A part of all ideas that have passages, best first: those of the window, and after them what an exact scan finds beside
 * them, so that no part repeats, skips or lacks anything, whatever the filters leave of the window.
 */
export async function findByMeaning(
  store: Store,
  among: Among,
  meaning: Meaning,
  window: Window,
  { offset, limit }: Part,
): Promise<ByMeaning[]> {
  // Of ideas that are as near as the last one, the window holds some; the scan knows all and their order.
  const head = window.isComplete ? window.ideas : window.ideas.filter(({ score }) => score > window.floor)
  const page = head.slice(offset, offset + limit)
  if (window.isComplete || page.length === limit) return page
  const tail = await store.scan({
    ...among,
    ...meaning,
    known: head.map(({ id }) => id),
    offset: Math.max(0, offset - head.length),
    limit: limit - page.length,
  })
  return [...page, ...tail.map(asCosine).map(atMost(head.at(-1)?.score))]
}

/** Every idea that has passages, but the known ones. */
export async function scanBeside(
  store: Store,
  among: Among,
  meaning: Meaning,
  known: number[],
): Promise<ByMeaning[]> {
  const rows = await store.scan({ ...among, ...meaning, known, offset: 0, limit: EVERYTHING })
  return rows.map(asCosine)
}

/** Best first; of equals the newest. */
export function byScore(a: Readonly<{ id: number; score: number }>, b: typeof a): number {
  return b.score - a.score || b.id - a.id
}

/** An approximate index may have missed a better one; it stays behind what was shown before it. */
export function atMost<Row extends Readonly<{ score: number }>>(limit = 1): (row: Row) => Row {
  return (row) => ({ ...row, score: Math.min(row.score, limit) })
}

function floorOf({ last, seen }: Nearest): number {
  return last === null || seen < WINDOW ? 0 : cosineOf(last)
}

function asCosine(row: ByMeaning): ByMeaning {
  return { ...row, score: cosineOf(row.score) }
}

/** The index tells (1 + cosine) / 2. */
function cosineOf(similarity: number): number {
  return Math.min(1, Math.max(0, 2 * similarity - 1))
}
