import type { EmbeddingModel } from '../embeddings/embedder.ts'
import { tagsOfNeighbours, WINDOW } from './neighbours.ts'
import type { AutoTagStore, Awaiting, Slot } from './store.ts'
import { ideaVector } from './vectors.ts'
import { createVocabulary, topicsOf, type Embed } from './vocabulary.ts'

/** The index whose vectors are looked at. */
export type IdeaVectors = Readonly<{
  slot: Slot
  /** Whether it answers searches; one that is being built holds some ideas only. */
  isComplete: boolean
  model: EmbeddingModel
  embedPassages: Embed
}>

type Dependencies = Readonly<{
  store: Pick<AutoTagStore, 'passages' | 'neighbours'>
  /** Nothing while there is no index. */
  vectors: () => Promise<IdeaVectors | undefined>
}>

/** The nearest passages of all; of these, those of tagged ideas are looked at. */
const SEARCHED = 400
/** An idea is known by its beginning. */
const PASSAGES = 64

/** Suggests tags without asking anybody: those that near ideas carry, or else topics of the vocabulary. */
export function createLocalWay({ store, vectors }: Dependencies) {
  const vocabulary = createVocabulary()

  /** Nothing when the idea has no vectors yet. @throws EmbeddingsAway, Problem `service_unavailable` */
  return async (idea: Awaiting, atMost: number): Promise<string[] | undefined> => {
    const index = await vectors()
    const passages = index && (await store.passages(idea, index.slot, PASSAGES))
    if (index === undefined || passages === undefined || passages.length === 0) return undefined
    const { slot, isComplete, model, embedPassages } = index
    const { id, userId } = idea
    const vector = ideaVector(passages)
    const near = { id, userId, vector, window: SEARCHED, limit: WINDOW }
    const neighbours = isComplete ? await store.neighbours(slot, near) : []
    const landscape = await vocabulary.of(model, embedPassages)
    const voted = tagsOfNeighbours(vector, neighbours, landscape, atMost)
    return voted.length > 0 ? voted : topicsOf(vector, landscape, atMost)
  }
}
export type LocalWay = ReturnType<typeof createLocalWay>
