import type { OutboxStore, IdeaVersion } from './store.ts'

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'jobs' | 'settle'>
  enrich: Enrich
  /** Waits for its turn. */
  turn: () => Promise<void>
}>

/** An idea as it was when its passages were made. */
export type IndexedIdea = Readonly<{
  id: number
  userId: string
  title: string
  body: string
  version: number
}>

/** What is done with an idea that somebody wrote once it can be found by its meaning; may be done again. */
export type Enrich = (idea: IndexedIdea) => Promise<void>

/** The second and last stage: what follows from an idea's passages. */
export function createEnrichment({ outbox, enrich, turn }: Dependencies) {
  return async ({ ideaId, version }: IdeaVersion): Promise<void> => {
    await turn()
    const row = (await outbox.jobs('enrichment', [ideaId])).get(ideaId)
    // Done by another, or about to be done for a newer version.
    if (row?.version !== version) return
    await enrich({ id: ideaId, userId: row.userId, version, ...row.idea })
    await outbox.settle({ ideaId, version })
  }
}
