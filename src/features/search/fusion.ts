import type { KeywordHit } from './keyword.ts'
import { byScore, cosineOf, type SemanticHit } from './semantic.ts'
import type { RestRow } from './store.ts'

/** A search result: the searches that found the idea, and the position of its best passage. */
export type Hit = Readonly<{
  id: number
  score: number
  matched: ('keyword' | 'semantic')[]
  position: number | null
}>

/** With less of the query in the idea that covers most of it, words in common may be chance. */
const TELLING_COVERAGE = 0.6

/**
 * Fuses keyword and semantic results, best first. The score is the mean of the cosine and the relevance of the words, a convex combination of
 * scores on fixed scales (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval, 2023), so that it is comparable
 * across pages. Words count less the less of the query any idea covers. An idea without a semantic result gets `floor` as its semantic score.
 */
export function fuse(words: readonly KeywordHit[], meanings: readonly SemanticHit[], floor: number): Hit[] {
  const coverage = Math.max(0, ...words.map((found) => found.coverage))
  const weight = Math.min(1, coverage / TELLING_COVERAGE) ** 3
  const byWords = new Map(words.map((found) => [found.id, weight * relevanceOf(found)]))
  const byMeaning = new Map(meanings.map((found) => [found.id, found]))
  return [...new Set([...byWords.keys(), ...byMeaning.keys()])]
    .map((id): Hit => {
      const [word, meaning] = [byWords.get(id), byMeaning.get(id)]
      return {
        id,
        score: ((word ?? 0) + (meaning?.score ?? floor)) / 2,
        matched: [
          ...(word === undefined ? [] : (['keyword'] as const)),
          ...(meaning === undefined ? [] : (['semantic'] as const)),
        ],
        position: meaning?.position ?? null,
      }
    })
    .sort(byScore)
}

/** Without the bonus for all words, from 0 to 1. */
function relevanceOf({ score }: KeywordHit): number {
  return 2 * (score % 0.5)
}

/** A result beyond the windows, with the score of an idea of this meaning that contains no word. */
export function restHit({ id, score, position, holdsWords }: RestRow): Hit {
  const matched: Hit['matched'] = holdsWords ? ['keyword'] : []
  if (position !== null) matched.push('semantic')
  return { id, score: cosineOf(score) / 2, matched, position }
}
