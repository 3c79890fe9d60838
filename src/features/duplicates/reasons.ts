import type { Pair } from './signals.ts'

const ALMOST_ALL = 0.8
const MANY = 0.5
const VERY_NEAR = 0.95
const NEAR = 0.85
const MUCH_SHORTER = 1 / 3

/** What speaks for one idea, strongest first: one to four sentences, each true of the pair whatever its confidence. */
export function reasonsOf({ a, b, meaning, trigramOverlap }: Pair): string[] {
  const isShorter = Math.min(a.length, b.length) / Math.max(a.length, b.length) <= MUCH_SHORTER
  const reasons = [
    a.title !== '' && a.title === b.title && 'the same title',
    trigramOverlap >= ALMOST_ALL
      ? 'almost the same words'
      : trigramOverlap >= MANY && 'many of the words are the same',
    meaning.whole >= VERY_NEAR ? nearest(trigramOverlap) : meaning.whole >= NEAR && 'a similar meaning',
    isShorter && meaning.whole >= NEAR && 'one may be a short form of what the other describes',
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons : ['wording and meaning together are near']
}

function nearest(trigramOverlap: number): string {
  return trigramOverlap < MANY ? 'much the same meaning in other words' : 'much the same meaning'
}
