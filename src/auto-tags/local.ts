import type { EmbeddingModel } from '../embeddings/embedder.ts'
import { tagKey } from '../tags/schema.ts'
import { tagsOfNeighbours, WINDOW } from './neighbours.ts'
import type { AutoTagStore, Awaiting, PassageRow, Slot } from './store.ts'
import type { Suggestion } from './suggestion.ts'
import { ideaVector } from './vectors.ts'
import { createVocabulary, topicsOf, type Embed } from './vocabulary.ts'

/** An index whose vectors may be looked at. */
export type IdeaVectors = Readonly<{
  slot: Slot
  /** Whether it answers searches; one that is being built holds some ideas only. */
  isComplete: boolean
  model: EmbeddingModel
  embedPassages: Embed
}>

type Dependencies = Readonly<{
  store: Pick<AutoTagStore, 'passages' | 'neighbours'>
  /** Those that live, the one that answers searches first. */
  indexes: () => Promise<readonly IdeaVectors[]>
}>

/** The nearest passages of all; of these, those of tagged ideas are looked at. */
const SEARCHED = 400
/** An idea is known by its beginning. */
const PASSAGES = 64

/** Suggests tags without asking anybody: those that near ideas carry, or else topics of the vocabulary. */
export function createLocalWay({ store, indexes }: Dependencies) {
  const vocabulary = createVocabulary()

  const look = async (
    { id, userId }: Awaiting,
    { slot, isComplete, model, embedPassages }: IdeaVectors,
    passages: readonly PassageRow[],
    atMost: number,
  ): Promise<Suggestion[]> => {
    const vector = ideaVector(passages)
    const near = { id, userId, vector, window: SEARCHED, limit: WINDOW }
    const neighbours = isComplete ? await store.neighbours(slot, near) : []
    const landscape = await vocabulary.of(model, embedPassages)
    const tags = new Map(neighbours.flatMap((one) => one.tags.map((tag) => [tagKey(tag.name), tag])))
    const voters = neighbours.map((one) => ({ ...one, tags: one.tags.map(({ name }) => name) }))
    const voted = tagsOfNeighbours(vector, voters, landscape, atMost)
    if (voted.length > 0) return voted.map((name) => tags.get(tagKey(name)) ?? { name })
    return topicsOf(vector, landscape, atMost).map((name) => ({ name }))
  }

  /** Nothing when the idea has no vectors yet. @throws EmbeddingsAway, Problem `service_unavailable` */
  return async (idea: Awaiting, atMost: number): Promise<Suggestion[] | undefined> => {
    for (const index of await indexes()) {
      const passages = await store.passages(idea, index.slot, PASSAGES)
      if (passages.length > 0) return look(idea, index, passages, atMost)
    }
    return undefined
  }
}
export type LocalWay = ReturnType<typeof createLocalWay>
