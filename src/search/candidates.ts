import { findByWords } from './keyword.ts'
import type { SearchStore, Slot } from './store.ts'
import { termsOf } from './words.ts'

/** What an idea is like: vectors of the index in a slot, and a text. */
export type Sample = Readonly<{ userId: string; slot: Slot; vectors: readonly number[][]; text: string }>

/** Passages around a vector; some may be of one idea. */
const WINDOW = 30
const BY_MEANING = 10
const BY_WORDS = 8
const MAX_TERMS = 24

/** Finds the ids of ideas that may say the same: the nearest by meaning and by words, so many whatever the user has. */
export function createCandidates(store: Pick<SearchStore, 'nearest' | 'keyword'>) {
  return async ({ userId, slot, vectors, text }: Sample): Promise<number[]> => {
    const among = { userId, status: null, tagKeys: [] }
    const terms = termsOf(text).slice(0, MAX_TERMS)
    const [byWords, ...byMeaning] = await Promise.all([
      findByWords(store, among, terms, { offset: 0, limit: BY_WORDS }),
      ...vectors.map(async (vector) => {
        const { ideas } = await store.nearest({ ...among, slot, vector, window: WINDOW })
        return ideas.toSorted((a, b) => b.score - a.score).slice(0, BY_MEANING)
      }),
    ])
    return [...new Set([...byMeaning.flat(), ...byWords].map(({ id }) => id))]
  }
}
