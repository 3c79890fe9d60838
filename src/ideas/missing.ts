import { Problem } from '../problems.ts'
import type { IdeaStore, Tx } from './store.ts'

/** Tells why an idea is not there; inside a transaction when one is given. */
export type Missing = (userId: string, id: number, tx?: Tx) => Promise<Problem>

/** The `idea_not_found` of an idea; an archived one says into which active idea it was merged, null when that is gone. */
export function createMissing({ store }: Readonly<{ store: IdeaStore }>): Missing {
  return async (userId, id, tx = store.alone) => {
    const archived = await store.survivor(tx, userId, id)
    return new Problem('idea_not_found', archived === undefined ? {} : { merged_into: archived.mergedInto })
  }
}
