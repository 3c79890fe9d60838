import type { Stage } from '../../platform/jobs/background.ts'
import type { Embedding } from './embedding.ts'
import { createEnrichment, type Step } from './enrichment.ts'
import type { IdeaVersion, OutboxStore, StageName } from './store.ts'

/** The steps of other features in the last stage. */
export type Steps = Readonly<{
  /** Compares an idea with possible duplicates. */
  compare: Step
  /** Assigns automatic tags to an idea that awaits them; others keep what they have. */
  tag: Step
}>

type Dependencies = Steps &
  Readonly<{
    outbox: Pick<OutboxStore, 'appliedOf' | 'jobs' | 'settle'>
    embedding: Pick<Embedding, 'run' | 'whenIdle'>
  }>

/** How long enrichment yields to embedding, which searches wait for and which needs the same CPUs. */
const YIELD_MS = 5_000

/** The stages of background work, in order. */
export function createStages({
  outbox,
  embedding,
  compare,
  tag,
}: Dependencies): Stage<StageName, IdeaVersion>[] {
  const waitForTurn = async (ending: AbortSignal): Promise<void> => embedding.whenIdle(YIELD_MS, ending)
  const enrichment = createEnrichment({ outbox, waitForTurn, steps: [compare, tag] })
  return [
    { name: 'indexing', concurrency: 16, window: 200, run: embedding.run },
    { name: 'enrichment', concurrency: 8, window: 24, run: enrichment },
  ]
}
