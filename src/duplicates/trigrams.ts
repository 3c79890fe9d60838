import { fold } from './words.ts'

const MAX_CHARS = 4_000

/** How much two texts share of their runs of three characters, 0 to 1 (Dice), whatever the language. */
export function trigramDice(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)]
  let [shared, total] = [0, 0]
  for (const count of left.values()) total += count
  for (const [gram, count] of right) {
    total += count
    shared += Math.min(count, left.get(gram) ?? 0)
  }
  return total === 0 ? 0 : (2 * shared) / total
}

function trigrams(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const clean = ` ${fold(text.slice(0, MAX_CHARS)).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  for (let at = 0; at + 3 <= clean.length; at += 1) {
    const gram = clean.slice(at, at + 3)
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
