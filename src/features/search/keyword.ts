import { luceneQueries, maskQueries } from './lucene.ts'
import type { SearchStore } from './store.ts'
import type { IdeaRow } from '../ideas/present.ts'
import type { IdeaStatus } from '../ideas/schema.ts'
import { isStopWord, type Term } from './query-terms.ts'

/** The ideas to search. */
export type IdeaFilter = Readonly<{ userId: string; status: IdeaStatus | null; tagKeys: string[] }>

/** A slice of a list of results. */
export type Slice = Readonly<{ offset: number; limit: number }>

/**
 * A keyword result; the score is in [0.5, 1) if the idea contains all words, else in [0, 0.5); the coverage is the share of the words
 * that it contains, weighted by their rarity among the user's ideas.
 */
export type KeywordHit = Readonly<{ id: number; score: number; coverage: number; idea: IdeaRow | null }>

/**
 * Finds ideas that contain any of the words, best first. The index of stems has no stop words; a query of nothing else (`to be
 * or not to be`) is run against the index of words. The ideas themselves are read only with `whole`.
 */
export async function findByKeyword(
  store: Pick<SearchStore, 'keyword'>,
  filter: IdeaFilter,
  terms: readonly Term[],
  slice: Slice & Readonly<{ whole: boolean }>,
): Promise<KeywordHit[]> {
  if (terms.length === 0) return []
  return store.keyword({ ...filter, ...slice, ...wordsOf(filter.userId, terms) })
}

/** What is asked about the words of terms, and the index for it. */
export function wordsOf(userId: string, terms: readonly Term[]) {
  const telling = terms.filter((term) => !isStopWord(term))
  const words = luceneQueries(userId, telling.length > 0 ? telling : terms)
  const word = words.findIndex(({ longer }) => longer !== null)
  const longer = words[word]?.longer ?? null
  return {
    index: telling.length > 0 ? ('idea_terms' as const) : ('idea_words' as const),
    size: words.length,
    masks: maskQueries(userId, words),
    begun: longer === null ? null : { word, longer },
  }
}
