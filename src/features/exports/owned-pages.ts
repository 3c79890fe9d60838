import type { Roll } from './roll.ts'
import type { OwnedPage } from './store.ts'

/** Ideas whose relations, links or pairs are asked for at a time, and how many of those in a page. */
const OWNERS = 500
const PAGE = 1_000

/** The idea that a thing belongs to, and the other end if it has one. */
export type Ends<R> = (row: R) => readonly [owner: number, other?: number]

/** What belongs to the ideas that were given out; a thing that moves from one to another meanwhile comes once. */
export async function* readOwned<R extends { id: number }>(
  roll: Roll,
  userId: string,
  read: (page: OwnedPage) => Promise<R[]>,
  ends: Ends<R>,
): AsyncGenerator<R[]> {
  const seen = new Set<number>()
  const fits = (row: R): boolean =>
    ends(row).every((id) => id === undefined || roll.holds(roll.find(id))) && !seen.has(row.id)
  for (const owners of batchesOf(roll)) {
    let ids = owners
    let [ideaId, id] = [0, 0]
    for (;;) {
      const page = await read({ userId, ids, ideaId, id, limit: PAGE })
      const kept = page.filter(fits)
      for (const row of kept) seen.add(row.id)
      yield kept
      const last = page.at(-1)
      if (page.length < PAGE || last === undefined) break
      ;[ideaId, id] = [ends(last)[0], last.id]
      ids = ids.filter((owner) => owner >= ideaId)
    }
  }
}

function* batchesOf(roll: Roll): Generator<number[]> {
  let batch: number[] = []
  for (const index of roll.order) {
    if (!roll.holds(index)) continue
    batch.push(roll.idAt(index))
    if (batch.length < OWNERS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
