import type { Roll } from './roll.ts'
import type { IdeaRow, NodeRow } from './store.ts'

/** An idea whose references lead to ideas that came before it. */
export type ReadIdea = IdeaRow & Readonly<{ mergedInto: number | null }>

/** Ideas in a page: at most so many, and no more once their bodies have so many characters together. */
const PAGE_IDEAS = 200
const PAGE_CHARACTERS = 128 * 1024

/** Active ideas as nodes, in the order of the roll. */
export async function* readNodes(
  roll: Roll,
  read: (ids: number[]) => Promise<NodeRow[]>,
): AsyncGenerator<NodeRow[]> {
  for (const indices of pagesOf(roll, roll.order, Infinity)) {
    const rows = byId(await read(indices.map(roll.idAt)))
    yield indices.flatMap((index) => {
      const row = roll.place(index) === 'pending' ? rows.get(roll.idAt(index)) : undefined
      if (row !== undefined) roll.setPlace(index, 'active')
      return row ?? []
    })
  }
}

/**
 * Ideas in the order of the roll. One that has come to refer to an idea further down, because it was moved or merged
 * meanwhile, is put off until that one has come; where they wait for each other, the first goes without its reference.
 */
export async function* readIdeas(
  roll: Roll,
  read: (ids: number[]) => Promise<IdeaRow[]>,
  withArchived: boolean,
): AsyncGenerator<ReadIdea[]> {
  let queue = roll.order
  for (let before = Infinity; queue.length > 0;) {
    const insists = queue.length < before
    before = queue.length
    const late: number[] = []
    for (const indices of pagesOf(roll, queue, PAGE_CHARACTERS)) {
      const rows = byId(await read(indices.map(roll.idAt)))
      const page: ReadIdea[] = []
      for (const index of indices) {
        const row = rows.get(roll.idAt(index))
        if (roll.place(index) !== 'pending') continue
        if (row === undefined || (row.archived && !withArchived)) {
          roll.setPlace(index, 'gone')
          continue
        }
        const { waits, idea } = settle(roll, index, row)
        if (waits && insists) {
          late.push(index)
          continue
        }
        roll.setPlace(index, row.archived ? 'archived' : 'active')
        page.push(idea)
      }
      yield page
    }
    queue = late
  }
}

/** An idea with the references that can be kept, and whether another could be if it waited. */
function settle(roll: Roll, index: number, row: IdeaRow): { waits: boolean; idea: ReadIdea } {
  if (row.archived) {
    roll.setSurvivor(index, row.survivorId)
    const end = roll.endOfMerges(index)
    const mergedInto = end.place === 'active' ? roll.idAt(end.index) : null
    return { waits: end.place === 'pending', idea: { ...row, parentId: null, mergedInto } }
  }
  const parent = row.parentId === null ? -1 : roll.find(row.parentId)
  const parentId = roll.holds(parent) ? row.parentId : null
  return { waits: roll.place(parent) === 'pending', idea: { ...row, parentId, mergedInto: null } }
}

function byId<R extends { id: number }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.id, row]))
}

function* pagesOf(roll: Roll, indices: readonly number[], characters: number): Generator<number[]> {
  let page: number[] = []
  let length = 0
  for (const index of indices) {
    page.push(index)
    length += roll.bodySizeAt(index)
    if (page.length === PAGE_IDEAS || length >= characters) {
      yield page
      ;[page, length] = [[], 0]
    }
  }
  if (page.length > 0) yield page
}
