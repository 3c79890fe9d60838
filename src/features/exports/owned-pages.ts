import type { IdSnapshot } from './id-snapshot.ts'
import type { OwnedPage } from './store.ts'

/** Batch sizes: ideas per query, and relations, links or pairs per page. */
const OWNERS = 500
const PAGE = 1_000

/** The ids of the idea that a row belongs to, and of the other end if it has one. */
export type Ends<R> = (row: R) => readonly [owner: number, other?: number]
/** Which rows are exported: those whose ideas were exported at all, or as active ones. */
export type OwnedBy = 'exported' | 'active'

/** Rows that belong to exported ideas; a row that moves between ideas during the export is returned once. */
export async function* readOwned<R extends { id: number }>(
  snapshot: IdSnapshot,
  userId: string,
  read: (page: OwnedPage) => Promise<R[]>,
  { ends, by }: Readonly<{ ends: Ends<R>; by: OwnedBy }>,
): AsyncGenerator<R[]> {
  const seen = new Set<number>()
  const isFit = by === 'active' ? snapshot.isActive : snapshot.holds
  const fits = (row: R): boolean =>
    ends(row).every((id) => id === undefined || isFit(snapshot.find(id))) && !seen.has(row.id)
  for (const owners of batchesOf(snapshot)) {
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

function* batchesOf(snapshot: IdSnapshot): Generator<number[]> {
  let batch: number[] = []
  for (const index of snapshot.order) {
    if (!snapshot.holds(index)) continue
    batch.push(snapshot.idAt(index))
    if (batch.length < OWNERS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
