import { luceneQueries } from './lucene.ts'
import type { SearchStore, Slot } from './store.ts'
import { termsOf } from './words.ts'

/** What others may be like: an idea with vectors of the index in a slot, how many passages it has there, and a text. */
export type Sample = Readonly<{
  ideaId: number
  userId: string
  slot: Slot
  vectors: readonly number[][]
  passages: number
  text: string
}>

/** Passages around a vector; some may be of one idea. */
const WINDOW = 30
/** Ideas that hold words of the text; some may be archived. */
const WINDOW_OF_WORDS = 100
const BY_MEANING = 10
const BY_WORDS = 8
const MAX_TERMS = 24

/** Finds the ids of other ideas that may say the same: the nearest by meaning and by words, so many whatever the user has. */
export function createCandidates(store: Pick<SearchStore, 'nearest' | 'similar'>) {
  const byWords = async ({ ideaId: id, userId, text }: Sample): Promise<number[]> => {
    const { any } = luceneQueries(userId, termsOf(text).slice(0, MAX_TERMS))
    return store.similar({ userId, id, any, window: WINDOW_OF_WORDS, limit: BY_WORDS })
  }
  const byMeaning = async (
    { ideaId, userId, slot, passages }: Sample,
    vector: number[],
  ): Promise<number[]> => {
    // Its own passages are the nearest ones.
    const among = { userId, status: null, tagKeys: [], slot, vector, window: WINDOW + passages }
    const { ideas } = await store.nearest(among)
    const others = ideas.filter(({ id }) => id !== ideaId).toSorted((a, b) => b.score - a.score)
    return others.slice(0, BY_MEANING).map(({ id }) => id)
  }
  return async (sample: Sample): Promise<number[]> => {
    const vectors = sample.vectors.map(async (vector) => byMeaning(sample, [...vector]))
    const [words, ...near] = await Promise.all([byWords(sample), ...vectors])
    return [...new Set([...near.flat(), ...words])]
  }
}
