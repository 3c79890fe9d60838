import type { IdSnapshot } from './id-snapshot.ts'
import type { IdeaRow, NodeRow } from './store.ts'

/** An idea whose references point to ideas written before it. */
export type ReadIdea = IdeaRow & Readonly<{ mergedInto: number | null }>

/** Limits of a page: number of ideas, and characters of all bodies together. */
const PAGE_IDEAS = 200
const PAGE_CHARACTERS = 128 * 1024

/** Active ideas as nodes, in the order of the id snapshot. */
export async function* readNodes(
  snapshot: IdSnapshot,
  read: (ids: number[]) => Promise<NodeRow[]>,
): AsyncGenerator<NodeRow[]> {
  for (const indices of pagesOf(snapshot, snapshot.order, Infinity)) {
    const rows = byId(await read(indices.map(snapshot.idAt)))
    yield indices.flatMap((index) => {
      const row = snapshot.stateOf(index) === 'pending' ? rows.get(snapshot.idAt(index)) : undefined
      if (row !== undefined) snapshot.setState(index, 'active')
      return row ?? []
    })
  }
}

/**
 * Ideas in the order of the snapshot. One that has come to refer to an idea further down, because it was moved or merged
 * meanwhile, is put off until that one has come; where they wait for each other, the first goes without its reference.
 */
export async function* readIdeas(
  snapshot: IdSnapshot,
  read: (ids: number[]) => Promise<IdeaRow[]>,
  withArchived: boolean,
): AsyncGenerator<ReadIdea[]> {
  let queue = snapshot.order
  for (let before = Infinity; queue.length > 0;) {
    const mayDefer = queue.length < before
    before = queue.length
    const deferred: number[] = []
    for (const indices of pagesOf(snapshot, queue, PAGE_CHARACTERS)) {
      const rows = byId(await read(indices.map(snapshot.idAt)))
      const page: ReadIdea[] = []
      for (const index of indices) {
        const row = rows.get(snapshot.idAt(index))
        if (snapshot.stateOf(index) !== 'pending') continue
        if (row === undefined || (row.archived && !withArchived)) {
          snapshot.setState(index, 'gone')
          continue
        }
        const { isDeferred, idea } = resolveReferences(snapshot, index, row)
        if (isDeferred && mayDefer) {
          deferred.push(index)
          continue
        }
        snapshot.setState(index, row.archived ? 'archived' : 'active')
        page.push(idea)
      }
      yield page
    }
    queue = deferred
  }
}

/** An idea with the references that can be kept, and whether another could be if it waited. */
function resolveReferences(
  snapshot: IdSnapshot,
  index: number,
  row: IdeaRow,
): { isDeferred: boolean; idea: ReadIdea } {
  if (row.archived) {
    snapshot.setSurvivor(index, row.survivorId)
    const end = snapshot.endOfMerges(index)
    const mergedInto = end.state === 'active' ? snapshot.idAt(end.index) : null
    return { isDeferred: end.state === 'pending', idea: { ...row, parentId: null, mergedInto } }
  }
  const parent = row.parentId === null ? -1 : snapshot.find(row.parentId)
  const parentId = snapshot.isActive(parent) ? row.parentId : null
  return { isDeferred: snapshot.stateOf(parent) === 'pending', idea: { ...row, parentId, mergedInto: null } }
}

function byId<R extends { id: number }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.id, row]))
}

function* pagesOf(snapshot: IdSnapshot, indices: readonly number[], characters: number): Generator<number[]> {
  let page: number[] = []
  let length = 0
  for (const index of indices) {
    page.push(index)
    length += snapshot.bodySizeAt(index)
    if (page.length === PAGE_IDEAS || length >= characters) {
      yield page
      ;[page, length] = [[], 0]
    }
  }
  if (page.length > 0) yield page
}
