import { luceneQueries } from './lucene.ts'
import type { SearchStore } from './store.ts'
import type { IdeaStatus } from '../ideas/schema.ts'
import type { Term } from './words.ts'

/** The ideas to search. */
export type IdeaFilter = Readonly<{ userId: string; status: IdeaStatus | null; tagKeys: string[] }>

/** A slice of a list of results. */
export type Slice = Readonly<{ offset: number; limit: number }>

/** A keyword result; the score is in (0.5, 1] if the idea contains all words, else in (0, 0.5]. */
export type KeywordHit = Readonly<{ id: number; score: number }>

/**
 * Finds ideas that contain any of the words, best first. A query of only stop words (`to be or not to be`) finds nothing in
 * the index of stems; it is then run against the index of words.
 */
export async function findByKeyword(
  store: Pick<SearchStore, 'keyword'>,
  filter: IdeaFilter,
  terms: readonly Term[],
  slice: Slice,
): Promise<KeywordHit[]> {
  if (terms.length === 0) return []
  const queries = luceneQueries(filter.userId, terms)
  const find = async (index: 'idea_stems' | 'idea_words', wanted: Slice): Promise<KeywordHit[]> =>
    store.keyword({ ...filter, ...queries, ...wanted, index })
  const found = await find('idea_stems', slice)
  if (found.length > 0) return found
  const isEmpty = slice.offset === 0 || (await find('idea_stems', { offset: 0, limit: 1 })).length === 0
  return isEmpty ? find('idea_words', slice) : []
}
