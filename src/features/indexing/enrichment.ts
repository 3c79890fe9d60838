import type { OutboxStore, IdeaVersion } from './store.ts'

/** An idea as it was when it was embedded. */
export type IndexedIdea = Readonly<{
  id: number
  userId: string
  title: string
  body: string
  version: number
}>

/** A step of the enrichment of an embedded idea. Must be idempotent. */
export type Step = (idea: IndexedIdea) => Promise<void>

type Dependencies = Readonly<{
  outbox: Pick<OutboxStore, 'appliedOf' | 'jobs' | 'settle'>
  /** Run concurrently; the failure of one does not abort the others. */
  steps: readonly Step[]
  /** Waits until the job may start. @throws AbortError when the process shuts down */
  waitForTurn: (ending: AbortSignal) => Promise<void>
}>

/** The second and last stage: runs the steps that need an idea's passages. */
export function createEnrichment({ outbox, steps, waitForTurn }: Dependencies) {
  return async ({ ideaId, version }: IdeaVersion, ending: AbortSignal): Promise<void> => {
    await waitForTurn(ending)
    // Of two ideas embedded at the same time, in two processes, at least one then finds the other in the index.
    await outbox.appliedOf(ideaId)
    const row = (await outbox.jobs('enrichment', [ideaId])).get(ideaId)
    // Done by another process, or superseded by a newer version.
    if (row?.version !== version) return
    const idea = { id: ideaId, userId: row.userId, version, ...row.idea }
    const results = await Promise.allSettled(steps.map(async (step) => step(idea)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    await outbox.settle({ ideaId, version })
  }
}
