import { luceneQueries } from './lucene.ts'
import type { SearchStore } from './store.ts'
import type { IdeaStatus } from '../ideas/schema.ts'
import type { Term } from './words.ts'

/** Whose ideas are searched, and which of them. */
export type Among = Readonly<{ userId: string; status: IdeaStatus | null; tagKeys: string[] }>

/** A part of a list of results. */
export type Part = Readonly<{ offset: number; limit: number }>

/** An idea and how well its words fit: in (0.5, 1] when it holds all of them, else in (0, 0.5]. */
export type ByWords = Readonly<{ id: number; score: number }>

/**
 * Ideas that hold any of the words, best first. A query of nothing but stop words (`to be or not to be`) finds nothing by
 * stems; then it is taken word for word.
 */
export async function findByWords(
  store: Pick<SearchStore, 'keyword'>,
  among: Among,
  terms: readonly Term[],
  part: Part,
): Promise<ByWords[]> {
  if (terms.length === 0) return []
  const queries = luceneQueries(among.userId, terms)
  const find = async (index: 'idea_stems' | 'idea_words', wanted: Part): Promise<ByWords[]> =>
    store.keyword({ ...among, ...queries, ...wanted, index })
  const found = await find('idea_stems', part)
  if (found.length > 0) return found
  const isEmpty = part.offset === 0 || (await find('idea_stems', { offset: 0, limit: 1 })).length === 0
  return isEmpty ? find('idea_words', part) : []
}
