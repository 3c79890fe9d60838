import type { ByWords } from './keyword.ts'
import { byScore, type ByMeaning } from './meaning.ts'

/** An idea as a search found it: by which of the two, and where its best passage is. */
export type Hit = Readonly<{
  id: number
  score: number
  matched: ('keyword' | 'semantic')[]
  position: number | null
}>

/**
 * Ideas by words and by meaning as one list, best first: the score is the mean of both, a convex combination of scores on
 * fixed scales (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval, 2023), so that it says the same
 * on every page and for every query. An idea that was not found by its meaning counts as `floor` there.
 */
export function fuse(words: readonly ByWords[], meanings: readonly ByMeaning[], floor: number): Hit[] {
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
