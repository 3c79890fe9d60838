import { reasonsOf } from './reasons.ts'
import { pairOf, SIGNALS, type Compared, type PairKind, type SignalName } from './signals.ts'
import type { IdeaText } from './text.ts'
import { WEIGHTS } from './weights.ts'

/** How sure one may be that two ideas are one, 0 to 1, and for people why: one to four sentences that speak for it. */
export type Judgement = Readonly<{ confidence: number; reasons: readonly string[] }>

/**
 * Whether two ideas ask for the same: logistic regression on {@link SIGNALS}, with weights of its own for pairs in which both
 * ideas have a body. The same for both orders of the two, and every time.
 */
export function judge(one: Compared, other: Compared): Judgement {
  const pair = pairOf(one, other)
  const reasons = reasonsOf(pair)
  // Models know hardly any symbols: to them texts of nothing else are all near to each other.
  if (pair.a.trigrams.size + pair.b.trigrams.size === 0)
    return isSame(one.idea, other.idea)
      ? { confidence: 1, reasons: ['the same symbols'] }
      : { confidence: 0, reasons }
  const { bias, weights } = WEIGHTS[kindOf(one, other)]
  let logOdds = bias
  for (const [name, weight] of Object.entries(weights))
    logOdds += weight * SIGNALS[name as SignalName].of(pair)
  return { confidence: 1 / (1 + Math.exp(-logOdds)), reasons }
}

function isSame(a: IdeaText, b: IdeaText): boolean {
  return a.title === b.title && a.body === b.body
}

/** Which weights a pair is judged by. */
export function kindOf(one: Compared, other: Compared): PairKind {
  return one.vectors.body === undefined || other.vectors.body === undefined ? 'brief' : 'described'
}
