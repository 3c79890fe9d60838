import type { ExportStore, SnapshotRow } from './store.ts'

/** The state of an idea in an export: not reached yet, exported as active or archived, or not exported. */
type IdeaState = 'pending' | 'active' | 'archived' | 'gone'

const STATES: readonly IdeaState[] = ['pending', 'active', 'archived', 'gone']
const PAGE = 2_000

/** Reads the ids of a user's ideas in pages. */
export async function readIdSnapshot(
  store: ExportStore,
  userId: string,
  withArchived: boolean,
): Promise<IdSnapshot> {
  const columns = { ids: [] as number[], sizes: [] as number[], references: [] as number[] }
  const add = async (archived: boolean): Promise<void> => {
    let [id, createdAt] = [0, Number.MIN_SAFE_INTEGER]
    let page: SnapshotRow[]
    do {
      page = await store.snapshot({ userId, archived, createdAt, id, limit: PAGE })
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
  return createIdSnapshot(columns, active)
}

type Columns = Readonly<{ ids: number[]; sizes: readonly number[]; references: number[] }>

/**
 * The ids of a user's ideas when an export started, at less than a hundred bytes per idea. It orders the file so that an idea comes
 * after the one that it refers to, and tracks what was exported, so that there are no dangling references. Created from
 * columns of equal length, the first `active` rows being active ideas; reference 0 means none.
 */
export function createIdSnapshot({ ids, sizes, references }: Columns, active: number) {
  const indexOf = new Map<number, number>()
  for (const [index, id] of ids.entries()) if (!indexOf.has(id)) indexOf.set(id, index)
  /** The index of an id, -1 if it is not in the snapshot. */
  const find = (id: number): number => indexOf.get(id) ?? -1
  const states = new Uint8Array(ids.length)
  const isArchived = new Uint8Array(ids.length).fill(1, active)
  const stateOf = (index: number): IdeaState => STATES[states[index] ?? 3] ?? 'gone'
  const order = parentsFirst(active, (index) => find(references[index] ?? 0))
  for (let index = active; index < ids.length; index += 1) {
    // An idea that was merged while the snapshot was read is in it twice; the first occurrence counts.
    if (find(ids[index] ?? 0) === index) order.push(index)
  }
  return {
    /** Indices in export order: active ideas, each after its parent, then archived ones; otherwise oldest first. */
    order: order as readonly number[],
    idAt: (index: number): number => ids[index] ?? 0,
    bodySizeAt: (index: number): number => sizes[index] ?? 0,
    find,
    stateOf,
    setState(index: number, value: IdeaState): void {
      states[index] = STATES.indexOf(value)
    },
    /** Whether an idea was exported as an active one. */
    isActive: (index: number): boolean => stateOf(index) === 'active',
    /** Whether an idea was exported. */
    holds: (index: number): boolean => stateOf(index) === 'active' || stateOf(index) === 'archived',
    /** Records the idea into which an archived one was merged. */
    setSurvivor(index: number, id: number | null): void {
      isArchived[index] = 1
      references[index] = id ?? 0
    },
    /** The idea at the end of a chain of merges, with its state. */
    endOfMerges(index: number): Readonly<{ index: number; state: IdeaState }> {
      let end = index
      // Chains have no cycles in the graph, but pages read at different times may show one.
      for (let steps = 0; steps < ids.length && end >= 0; steps += 1) {
        if (isArchived[end] === 0 || stateOf(end) === 'active') return { index: end, state: stateOf(end) }
        end = find(references[end] ?? 0)
      }
      return { index: -1, state: 'gone' }
    },
  }
}
export type IdSnapshot = ReturnType<typeof createIdSnapshot>

/** The first `count` indices, each after its parent; a cycle, which only a torn read can show, is cut somewhere. */
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
