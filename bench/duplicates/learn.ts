import { SIGNAL_NAMES, SIGNALS, type SignalName } from '../../src/duplicates/signals.ts'
import { fit, meansOf, probability, type Example, type Model } from './fit.ts'
import { neighboursOf, signalValues, type EmbeddedPair, type Neighbours } from './pairs.ts'

/** What a judgement was and what it should have been. */
export type Judged = Readonly<{ kind: string; duplicate: boolean; confidence: number }>
/** A model with the mean of each signal, as it is published. */
export type Learnt = Readonly<{ model: Model; usual: readonly number[] }>
/** An example with the kind of its pair. */
export type Source = Readonly<{ example: Example; kind: string }>

const OPTIONS = { directions: SIGNAL_NAMES.map((name) => SIGNALS[name].direction), lambda: 0.003 }
/** Unrelated neighbours are the rule where the judge works: together they count about as much as all other non-duplicates. */
const NEIGHBOUR_WEIGHT = 0.25

/**
 * Signals of word lists, which were written with the training pairs in view and know less of others' words: this share of
 * what is learnt is learnt as if no list knew a word.
 */
const LISTED: ReadonlySet<SignalName> = new Set(['things', 'opposites', 'onlyDenied'])
const UNLISTED_SHARE = 0.4

/** What there is to learn from the pairs of one author: they, and their unrelated neighbours. */
export function sourcesOf(pairs: readonly EmbeddedPair[]): Source[] {
  const labelled = pairs.map(({ pair: { kind, duplicate }, a, b }) => ({
    example: { signals: signalValues(a, b), duplicate, weight: 1 },
    kind,
  }))
  return [...labelled, ...unrelated(neighboursOf(pairs))]
}

/** What there is to learn from neighbours of which no two are one idea. */
export function unrelated(neighbours: readonly Neighbours[]): Source[] {
  return neighbours.map(({ a, b }) => ({
    example: { signals: signalValues(a, b), duplicate: false, weight: NEIGHBOUR_WEIGHT },
    kind: 'unrelated',
  }))
}

/** Learns from everything. */
export function learn(sources: readonly Source[]): Learnt {
  const examples = sources.flatMap(({ example }) => [
    { ...example, weight: example.weight * (1 - UNLISTED_SHARE) },
    { ...example, signals: unlisted(example.signals), weight: example.weight * UNLISTED_SHARE },
  ])
  return { model: fit(examples, OPTIONS), usual: meansOf(examples, SIGNAL_NAMES.length) }
}

function unlisted(signals: readonly number[]): number[] {
  return SIGNAL_NAMES.map((name, at) => (LISTED.has(name) ? 0 : (signals[at] ?? 0)))
}

/** Cross-validation: what each author wrote, judged by a model that was learnt from all others. */
export function crossValidated(authors: readonly (readonly Source[])[], always: readonly Source[]): Judged[] {
  return authors.flatMap((own) => {
    const { model } = learn([...authors.filter((other) => other !== own).flat(), ...always])
    return own.map(({ kind, example: { signals, duplicate } }) => ({
      kind,
      duplicate,
      confidence: probability(model, signals),
    }))
  })
}

/** The source text of `src/duplicates/weights.ts`. */
export function weightsFile({ model, usual }: Learnt): string {
  const lines = SIGNAL_NAMES.map((name, at) => {
    const weight = rounded(model.weights[at] ?? 0)
    return `  ${name}: { weight: ${weight}, usual: ${rounded(usual[at] ?? 0)} },`
  })
  return `import type { SignalName } from './signals.ts'

// Written by \`npm run bench:duplicates -- --fit\`.
// oxlint-disable oxc/approx-constant -- what is learnt may come near a constant by chance

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = ${rounded(model.bias)}

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
${lines.join('\n')}
}
`
}

const rounded = (value: number): number => Math.round(value * 1e3) / 1e3 || 0
