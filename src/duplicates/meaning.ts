import type { Alike } from '../embeddings/alike.ts'
import type { IdeaText } from './features.ts'

/** How alike each of some ideas is to one, in their order. @throws EmbeddingsAway */
export type Meaning = (idea: IdeaText, others: readonly IdeaText[]) => Promise<Alike[]>

/** Of title and body together: what an idea is about stands first, and the model was trained on single sentences. */
const MAX_CHARS = 300

/** Compares by a model that was trained on sentences which mean the same. */
export function createMeaning(compare: (texts: readonly string[]) => Promise<Alike[]>): Meaning {
  return async (idea, others) => (others.length === 0 ? [] : compare([idea, ...others].map(comparedText)))
}

/** What of an idea the model reads. */
export function comparedText({ title, body }: IdeaText): string {
  const whole = body === '' ? title : `${title}\n${body.slice(0, 2 * MAX_CHARS)}`
  return [...whole].slice(0, MAX_CHARS).join('').toWellFormed()
}
