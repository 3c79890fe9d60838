import { SIGNAL_NAMES, SIGNALS, type SignalName } from '../../src/duplicates/signals.ts'
import { fit, meansOf, probability, type Example, type Model } from './fit.ts'
import { neighboursOf, signalValues, type EmbeddedPair, type Neighbours } from './pairs.ts'

/** What a judgement was and what it should have been. */
export type Judged = Readonly<{ kind: string; duplicate: boolean; confidence: number }>
/** A model with the mean of each signal, as it is published. */
export type Learnt = Readonly<{ model: Model; usual: readonly number[] }>

const OPTIONS = { directions: SIGNAL_NAMES.map((name) => SIGNALS[name].direction), lambda: 0.003 }
/** Unrelated neighbours are the rule where the judge works: together they count about as much as all other non-duplicates. */
const NEIGHBOUR_WEIGHT = 0.4
const FOLDS = 10
const ROUNDS = 3

type Source = Readonly<{ example: Example; kind: string; pairs: readonly number[] }>

/** Everything there is to learn from: the training half, its unrelated neighbours, further pairs, and neighbours in the sample graph. */
export function sourcesOf(
  training: readonly EmbeddedPair[],
  more: readonly EmbeddedPair[],
  sample: readonly Neighbours[],
): Source[] {
  return [
    ...training.map((pair, at) => labelled(pair, [at])),
    ...more.map((pair) => labelled(pair, [])),
    ...neighboursOf(training).map((two) => unrelated(two, two.pairs)),
    ...sample.map((two) => unrelated(two, [])),
  ]
}

function unrelated({ a, b }: Neighbours, pairs: readonly number[]): Source {
  const example = { signals: signalValues(a, b), duplicate: false, weight: NEIGHBOUR_WEIGHT }
  return { example, kind: 'unrelated', pairs }
}

function labelled({ pair, a, b }: EmbeddedPair, pairs: readonly number[]): Source {
  const example = { signals: signalValues(a, b), duplicate: pair.duplicate, weight: 1 }
  return { example, kind: pair.kind, pairs }
}

/** Learns from everything. */
export function learn(sources: readonly Source[]): Learnt {
  const examples = sources.flatMap(({ example }) => [known(example), unknown(example)])
  return { model: fit(examples, OPTIONS), usual: meansOf(examples, SIGNAL_NAMES.length) }
}

const SHARE_UNKNOWN = 0.5
/** Signals that come from lists of words, which will not have those of other people. */
const LISTED: ReadonlySet<string> = new Set<SignalName>(['things', 'opposites'])

/** The lists were made with the training half in view: half of the weight is on pairs as if they knew none of its words. */
const known = (example: Example): Example => ({ ...example, weight: example.weight * (1 - SHARE_UNKNOWN) })
const unknown = (example: Example): Example => ({
  ...example,
  signals: example.signals.map((value, at) => (LISTED.has(SIGNAL_NAMES[at] ?? '') ? 0 : value)),
  weight: example.weight * SHARE_UNKNOWN,
})

/**
 * Cross-validation: every pair of the training half, and every two neighbours in it, judged by models that saw nothing of
 * these pairs; the mean of several rounds.
 */
export function crossValidated(sources: readonly Source[]): Judged[] {
  const places = [...new Set(sources.flatMap(({ pairs }) => pairs))]
  const judged = new Map<Source, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const folds = shuffled(places.length, round + 1).map((place) => place % FOLDS)
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const isIn = (place: number): boolean => folds[place] === fold
      const { model } = learn(sources.filter(({ pairs }) => !pairs.some(isIn)))
      for (const source of sources) {
        if (source.pairs.length === 0 || !source.pairs.every(isIn)) continue
        judged.set(source, [...(judged.get(source) ?? []), probability(model, source.example.signals)])
      }
    }
  }
  return [...judged].map(([{ kind, example }, values]) => ({
    kind,
    duplicate: example.duplicate,
    confidence: values.reduce((sum, value) => sum + value, 0) / values.length,
  }))
}

/** The numbers below a count in an order that depends on the seed alone. */
function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at)
  let state = seed
  for (let at = count - 1; at > 0; at -= 1) {
    state = (state * 48_271) % 2_147_483_647
    const other = state % (at + 1)
    const [one, two] = [order[at] ?? 0, order[other] ?? 0]
    order[at] = two
    order[other] = one
  }
  return order
}

/** The source text of `src/duplicates/weights.ts`. */
export function weightsFile({ model, usual }: Learnt): string {
  const lines = SIGNAL_NAMES.map((name, at) => {
    const weight = rounded(model.weights[at] ?? 0)
    return `  ${name}: { weight: ${weight}, usual: ${rounded(usual[at] ?? 0)} },`
  })
  return `import type { SignalName } from './signals.ts'

// Written by \`npm run bench:duplicates -- --fit\`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = ${rounded(model.bias)}

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
${lines.join('\n')}
}
`
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 || 0
