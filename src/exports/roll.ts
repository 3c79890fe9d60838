import type { ExportStore, RollRow } from './store.ts'

/** Where an idea of the roll stands: not come to yet, in the file as active or as archived, or never going to be. */
export type Place = 'pending' | 'active' | 'archived' | 'gone'

/**
 * The ideas that a user had when an export began, as numbers only: some fifty bytes for each. It orders the file so that
 * an idea comes after the one that it refers to, and remembers what is in the file, so that nothing refers elsewhere.
 */
export type Roll = Readonly<{
  /** Indices: active ideas, each after its parent, then archived ones; within that, oldest first. */
  order: readonly number[]
  idAt(index: number): number
  bodySizeAt(index: number): number
  /** The index of an id, -1 when it is not on the roll. */
  find(id: number): number
  place(index: number): Place
  setPlace(index: number, place: Place): void
  /** Whether an idea is in the file. */
  holds(index: number): boolean
  /** Into which idea an archived one was merged, when that is found to be so. */
  setSurvivor(index: number, id: number | null): void
  /** The one at the end of a chain of merges: where it stands, or `gone`. */
  endOfMerges(index: number): Readonly<{ index: number; place: Place }>
}>

const PLACES: readonly Place[] = ['pending', 'active', 'archived', 'gone']
const PAGE = 2_000

/** Reads the roll of a user in pages. */
export async function readRoll(store: ExportStore, userId: string, withArchived: boolean): Promise<Roll> {
  const columns = { ids: [] as number[], sizes: [] as number[], references: [] as number[] }
  const add = async (archived: boolean): Promise<void> => {
    let [id, createdAt] = [0, 0]
    let page: RollRow[]
    do {
      page = await store.roll({ userId, archived, createdAt, id, limit: PAGE })
      for (const [ideaId, made, size, reference] of page) {
        columns.ids.push(ideaId)
        columns.sizes.push(size)
        columns.references.push(reference ?? 0)
        ;[id, createdAt] = [ideaId, made]
      }
    } while (page.length === PAGE)
  }
  await add(false)
  const active = columns.ids.length
  if (withArchived) await add(true)
  return createRoll(columns, active)
}

type Columns = Readonly<{ ids: number[]; sizes: readonly number[]; references: number[] }>

/** Of columns of equal length, the first `active` of them active ideas; a reference of 0 is none. */
export function createRoll({ ids, sizes, references }: Columns, active: number): Roll {
  const byId = Uint32Array.from(ids.keys())
  if (!ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) < id)) {
    byId.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0) || a - b)
  }
  const find = (id: number): number => search(ids, byId, id)
  const places = new Uint8Array(ids.length)
  const isArchived = new Uint8Array(ids.length).fill(1, active)
  const place = (index: number): Place => PLACES[places[index] ?? 3] ?? 'gone'
  const order = parentsFirst(active, (index) => find(references[index] ?? 0))
  for (let index = active; index < ids.length; index += 1) {
    // One that was merged while the roll was read is on it twice; it keeps the first place.
    if (find(ids[index] ?? 0) === index) order.push(index)
  }
  return {
    order,
    idAt: (index) => ids[index] ?? 0,
    bodySizeAt: (index) => sizes[index] ?? 0,
    find,
    place,
    setPlace: (index, value) => {
      places[index] = PLACES.indexOf(value)
    },
    holds: (index) => place(index) === 'active' || place(index) === 'archived',
    setSurvivor: (index, id) => {
      isArchived[index] = 1
      references[index] = id ?? 0
    },
    endOfMerges(index) {
      let end = index
      // A chain never closes, but it is read in pieces while it may change.
      for (let steps = 0; steps < ids.length && end >= 0; steps += 1) {
        if (isArchived[end] === 0 || place(end) === 'active') return { index: end, place: place(end) }
        end = find(references[end] ?? 0)
      }
      return { index: -1, place: 'gone' }
    },
  }
}

/** Binary search for the first entry with an id. */
function search(ids: readonly number[], byId: Uint32Array, id: number): number {
  let [low, high] = [0, byId.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[byId[middle] ?? 0] ?? 0) < id) low = middle + 1
    else high = middle
  }
  const index = byId[low]
  return index !== undefined && ids[index] === id ? index : -1
}

/** The first `count` indices, each after its parent; a cycle, which only a torn reading can show, is cut somewhere. */
function parentsFirst(count: number, parentOf: (index: number) => number): number[] {
  const seen = new Uint8Array(count)
  const order: number[] = []
  for (let start = 0; start < count; start += 1) {
    const line: number[] = []
    for (let index = start; index >= 0 && index < count && seen[index] === 0; index = parentOf(index)) {
      seen[index] = 1
      line.push(index)
    }
    while (line.length > 0) order.push(line.pop() ?? 0)
  }
  return order
}
