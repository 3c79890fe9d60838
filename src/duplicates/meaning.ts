import { LRUCache } from 'lru-cache'
import type { IdeaText } from './comparison.ts'

/** How alike each of some ideas is in meaning to one, 0 to 1, in their order. @throws EmbeddingsAway */
export type Meaning = (idea: IdeaText, others: readonly IdeaText[]) => Promise<number[]>

/** Of title and body together: what an idea is about stands first, and the model was trained on single sentences. */
const MAX_CHARS = 300
/** Vectors at hand, of about 2 kB: ideas that come one after another are compared with the same ones. */
const MAX_KEPT = 2_000

/** Compares by the vectors of a model that was trained on sentences that mean the same, 1 for the same direction. */
export function createMeaning(embed: (texts: readonly string[]) => Promise<number[][]>): Meaning {
  const kept = new LRUCache<string, Float32Array>({ max: MAX_KEPT })
  return async (idea, others) => {
    if (others.length === 0) return []
    const texts = [idea, ...others].map(comparedText)
    const missing = [...new Set(texts)].filter((text) => !kept.has(text))
    const made = new Map(
      (missing.length === 0 ? [] : await embed(missing)).map((vector, at) => [missing[at], vector]),
    )
    const [first, ...rest] = texts.map((text) => kept.get(text) ?? Float32Array.from(made.get(text) ?? []))
    for (const [text, vector] of made) if (text !== undefined) kept.set(text, Float32Array.from(vector))
    return rest.map((vector) => (first === undefined ? 0 : cosine(first, vector)))
  }
}

/** What of an idea the model reads. */
export function comparedText({ title, body }: IdeaText): string {
  const whole = body === '' ? title : `${title}\n${body.slice(0, 2 * MAX_CHARS)}`
  return [...whole].slice(0, MAX_CHARS).join('').toWellFormed()
}

function cosine(a: Float32Array, b: Float32Array): number {
  const sum = a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0)
  return Math.min(1, Math.max(0, sum))
}
