import { findByWords } from './keyword.ts'
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

/** Passages of others around a vector; some may be of one idea. */
const WINDOW = 30
const BY_MEANING = 10
const BY_WORDS = 8
const MAX_TERMS = 24

/** Finds the ids of other ideas that may say the same: the nearest by meaning and by words, so many whatever the user has. */
export function createCandidates(store: Pick<SearchStore, 'nearest' | 'keyword'>) {
  return async ({ ideaId, userId, slot, vectors, passages, text }: Sample): Promise<number[]> => {
    const among = { userId, status: null, tagKeys: [] }
    const terms = termsOf(text).slice(0, MAX_TERMS)
    const others = (ids: readonly number[], atMost: number): number[] =>
      ids.filter((id) => id !== ideaId).slice(0, atMost)
    const [byWords, ...byMeaning] = await Promise.all([
      findByWords(store, among, terms, { offset: 0, limit: BY_WORDS + 1 }),
      ...vectors.map(async (vector) => {
        // Its own passages are the nearest ones.
        const { ideas } = await store.nearest({ ...among, slot, vector, window: WINDOW + passages })
        return ideas.toSorted((a, b) => b.score - a.score).map(({ id }) => id)
      }),
    ])
    const near = byMeaning.flatMap((ids) => others(ids, BY_MEANING))
    return [
      ...new Set([
        ...near,
        ...others(
          byWords.map(({ id }) => id),
          BY_WORDS,
        ),
      ]),
    ]
  }
}
