import { MAX_CHARS } from './tokens.ts'
import { fold } from './words.ts'

/** The runs of three characters of a text, each as a number, in their order as numbers. */
export type Trigrams = Float64Array

/** Of the values that a UTF-16 unit has; three of them are an exact number. */
const UNITS = 65_536

/** The runs of three characters of a text, without what is neither letter nor number. */
export function trigramsOf(text: string): Trigrams {
  const clean = ` ${fold(text.slice(0, MAX_CHARS)).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const trigrams = new Float64Array(Math.max(0, clean.length - 2))
  for (let at = 0; at < trigrams.length; at += 1) {
    const [first, second, third] = [clean.charCodeAt(at), clean.charCodeAt(at + 1), clean.charCodeAt(at + 2)]
    trigrams[at] = (first * UNITS + second) * UNITS + third
  }
  return trigrams.sort()
}

/** How much two texts share of their runs of three characters, 0 to 1 (Dice), whatever the language. */
export function trigramDice(a: Trigrams, b: Trigrams): number {
  let [shared, i, j] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] ?? 0, b[j] ?? 0]
    if (one === other) shared += 1
    if (one <= other) i += 1
    if (other <= one) j += 1
  }
  const total = a.length + b.length
  return total === 0 ? 0 : (2 * shared) / total
}
