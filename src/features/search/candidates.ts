import { luceneQueries } from './lucene.ts'
import type { SearchStore, Slot } from './store.ts'
import { isStopWord, termsOf } from './query-terms.ts'

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
/** A word that more ideas contain does not tell which ones may be duplicates. */
const MOST_HOLDERS = 100
const BY_MEANING = 10
const BY_WORDS = 8
const MAX_WORDS = 24

/** Finds the ids of a limited number of other ideas that may be duplicates: the nearest by meaning and by words. */
export function createCandidates(store: Pick<SearchStore, 'nearest' | 'similar'>) {
  const byWords = async ({ ideaId: id, userId, text }: CandidateQuery): Promise<number[]> => {
    const telling = termsOf(text).filter((term) => !isStopWord(term))
    const words = luceneQueries(userId, telling).map(({ either }) => either)
    return store.similar({
      userId,
      id,
      words: words.slice(0, MAX_WORDS),
      window: MOST_HOLDERS,
      limit: BY_WORDS,
    })
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
