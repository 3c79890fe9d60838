import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { IdeaDetailRow } from './present.ts'
import type { IdeaStore, Tx } from './store.ts'

/** Reads one idea, within a transaction if one is given. @throws Problem `idea_not_found` */
export function createReadIdea({
  store,
  ideaNotFound,
}: Readonly<{ store: Pick<IdeaStore, 'get'>; ideaNotFound: SurvivorsFeature['ideaNotFound'] }>) {
  return async (userId: string, id: number, tx?: Tx): Promise<IdeaDetailRow> => {
    const row = await store.get(userId, id, tx)
    if (row === undefined) throw await ideaNotFound(userId, id, tx)
    return row
  }
}
