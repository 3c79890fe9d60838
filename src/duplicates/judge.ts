import type { Alike } from '../embeddings/alike.ts'
import { compare } from './comparison.ts'
import type { IdeaText } from './features.ts'
import { reasonsOf } from './reasons.ts'
import { SIGNAL_NAMES, signalsOf } from './signals.ts'
import { BIAS, WEIGHTS } from './weights.ts'

/** From this confidence on two ideas are worth showing as duplicates, where nobody chose another. */
export const DEFAULT_THRESHOLD = 0.5

/** How sure one may be that two ideas are one, 0 to 1, and why, for people: at most four sentences. */
export type Judgement = Readonly<{ confidence: number; reasons: readonly string[] }>

/**
 * Whether two ideas ask for the same, by their words and by what a model makes of them: a logistic model of the signals. The same for both orders of the two, the same every time, for any text.
 */
export function judge(a: IdeaText, b: IdeaText, model: Alike): Judgement {
  const [first, second] = inOrder(a, b)
  const comparison = compare(first, second, model)
  const signals = signalsOf(comparison)
  const sum = SIGNAL_NAMES.reduce((total, name) => total + WEIGHTS[name].weight * signals[name], BIAS)
  return { confidence: 1 / (1 + Math.exp(-sum)), reasons: reasonsOf(comparison, signals) }
}

/** Of equal pairs one order, so that nothing depends on which idea is named first. */
function inOrder(a: IdeaText, b: IdeaText): [IdeaText, IdeaText] {
  const isBefore = a.title === b.title ? a.body <= b.body : a.title < b.title
  return isBefore ? [a, b] : [b, a]
}
