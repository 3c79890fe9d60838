import type { KeywordHit } from './keyword.ts'
import { byScore, cosineOf, type SemanticHit } from './meaning.ts'
import type { RestRow } from './store.ts'

/** A search result: the searches that found the idea, and the position of its best passage. */
export type Hit = Readonly<{
  id: number
  score: number
  matched: ('keyword' | 'semantic')[]
  position: number | null
}>

/**
 * Fuses keyword and semantic results, best first. The score is the mean of both, a convex combination of scores on fixed
 * scales (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval, 2023), so that it is comparable across
 * pages and queries. An idea without a semantic result gets `floor` as its semantic score.
 */
export function fuse(words: readonly KeywordHit[], meanings: readonly SemanticHit[], floor: number): Hit[] {
  const byWords = new Map(words.map((found) => [found.id, found.score]))
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

/** A result beyond the windows, with the score of an idea of this meaning that contains no word. */
export function restHit({ id, score, position, holdsWords }: RestRow): Hit {
  const matched: Hit['matched'] = holdsWords ? ['keyword'] : []
  if (position !== null) matched.push('semantic')
  return { id, score: cosineOf(score) / 2, matched, position }
}
