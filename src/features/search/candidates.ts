import { luceneQueries } from './lucene.ts'
import type { SearchStore, Slot } from './store.ts'
import { termsOf } from './words.ts'

/** An idea to find similar ones for: its vectors in a slot, the number of its passages there, and its text. */
export type CandidateQuery = Readonly<{
  ideaId: number
  userId: string
  slot: Slot
  vectors: readonly number[][]
  passages: number
  text: string
}>

/** Number of passages to read around a vector; several may belong to one idea. */
const WINDOW = 30
/** Number of ideas to read that contain words of the text; some may be archived. */
const WINDOW_OF_WORDS = 100
const BY_MEANING = 10
const BY_WORDS = 8
const MAX_TERMS = 24

/** Finds the ids of a limited number of other ideas that may be duplicates: the nearest by meaning and by words. */
export function createCandidates(store: Pick<SearchStore, 'nearest' | 'similar'>) {
  const byWords = async ({ ideaId: id, userId, text }: CandidateQuery): Promise<number[]> => {
    const { any } = luceneQueries(userId, termsOf(text).slice(0, MAX_TERMS))
    return store.similar({ userId, id, any, window: WINDOW_OF_WORDS, limit: BY_WORDS })
  }
  const byMeaning = async (
    { ideaId, userId, slot, passages }: CandidateQuery,
    vector: number[],
  ): Promise<number[]> => {
    // The idea's own passages are the nearest.
    const filter = { userId, status: null, tagKeys: [], slot, vector, window: WINDOW + passages }
    const { ideas } = await store.nearest(filter)
    const others = ideas.filter(({ id }) => id !== ideaId).toSorted((a, b) => b.score - a.score)
    return others.slice(0, BY_MEANING).map(({ id }) => id)
  }
  return async (sample: CandidateQuery): Promise<number[]> => {
    const vectors = sample.vectors.map(async (vector) => byMeaning(sample, [...vector]))
    const [words, ...near] = await Promise.all([byWords(sample), ...vectors])
    return [...new Set([...near.flat(), ...words])]
  }
}
