import { kindOf } from '../../src/features/duplicates/judge.ts'
import { pairOf, SIGNALS, type PairKind, type SignalName } from '../../src/features/duplicates/signals.ts'
import { fit, probability, type Example, type Model } from './fit.ts'
import { neighboursOf, type Embedded, type EmbeddedPair, type Neighbours } from './pairs.ts'

/** What a judgement was and what it should have been. */
export type Judged = Readonly<{ kind: string; duplicate: boolean; confidence: number }>
const PAIR_KINDS: readonly PairKind[] = ['described', 'brief']

/** A pair to learn from. What has the same `fold` is never judged by what it taught itself. */
export type Source = Readonly<{
  kind: string
  duplicate: boolean
  fold: string
  weight: number
  one: Embedded
  other: Embedded
}>

const LAMBDA = 0.003
/** Pairs of issue trackers are few, and the only ones that nobody wrote for the purpose. */
const TRACKER_WEIGHT = 2
/** Most of what the judge sees are unrelated neighbours. */
const NEIGHBOUR_WEIGHT = 0.5
const RANDOM_WEIGHT = 0.5
/** An idea and its copy are one: no labelled pair says so. */
const COPY_WEIGHT = 0.02

/** What there is to learn from the pairs of one author: they, unrelated neighbours and random pairs among them, and copies. */
export function authorSources(fold: string, pairs: readonly EmbeddedPair[]): Source[] {
  const ideas = pairs.flatMap(({ a, b }) => [a, b])
  return [
    ...pairs.map(({ pair: { kind, duplicate }, a, b }) => source({ kind, duplicate, fold, weight: 1 }, a, b)),
    ...neighbourSources(fold, neighboursOf(pairs)),
    ...apart(pairs).map(([a, b]) =>
      source({ kind: 'random', duplicate: false, fold, weight: RANDOM_WEIGHT }, a, b),
    ),
    ...ideas.map((idea) => source({ kind: 'copy', duplicate: true, fold, weight: COPY_WEIGHT }, idea, idea)),
  ]
}

/** What there is to learn from pairs of issue trackers; what comes from one tracker is one fold. */
export function trackerSources(pairs: readonly EmbeddedPair[]): Source[] {
  return pairs.map(({ pair: { kind, duplicate, tracker = '' }, a, b }) =>
    source({ kind, duplicate, fold: tracker, weight: TRACKER_WEIGHT }, a, b),
  )
}

/** What there is to learn from neighbours of which no two are one idea. */
export function neighbourSources(fold: string, neighbours: readonly Neighbours[]): Source[] {
  const about = { kind: 'neighbour', duplicate: false, fold, weight: NEIGHBOUR_WEIGHT }
  return neighbours.map(({ a, b }) => source(about, a, b))
}

/** Each pair's first idea with the second of a pair half a list further: a repeatable sample of random pairs. */
function apart(pairs: readonly EmbeddedPair[]): [Embedded, Embedded][] {
  const half = pairs.length >> 1
  return pairs.flatMap(({ a }, at) => {
    const other = pairs[(at + half) % pairs.length]?.b
    return other === undefined ? [] : [[a, other]]
  })
}

function source(about: Omit<Source, 'one' | 'other'>, one: Embedded, other: Embedded): Source {
  return { ...about, one, other }
}

/** Weights for both kinds of pairs, by the signals that are learnt from. */
export type Learnt = Readonly<Record<PairKind, Model & Readonly<{ names: readonly SignalName[] }>>>

/** The signals that a kind of pairs is judged by, without some. */
export function namesOf(kind: PairKind, without?: SignalName): SignalName[] {
  return (Object.keys(SIGNALS) as SignalName[]).filter(
    (name) => name !== without && (SIGNALS[name].pairs as readonly PairKind[]).includes(kind),
  )
}

export function learn(sources: readonly Source[], without?: SignalName): Learnt {
  const learnKind = (kind: PairKind) => {
    const names = namesOf(kind, without)
    const examples: Example[] = sources
      .filter(({ one, other }) => kindOf(one, other) === kind)
      .map((pair) => ({ signals: signalValues(pair, names), duplicate: pair.duplicate, weight: pair.weight }))
    return { names, ...fit(examples, { signs: names.map((name) => SIGNALS[name].sign), lambda: LAMBDA }) }
  }
  return { described: learnKind('described'), brief: learnKind('brief') }
}

const read = new WeakMap<Source, ReturnType<typeof pairOf>>()
function signalValues(pair: Source, names: readonly SignalName[]): number[] {
  const known = read.get(pair) ?? pairOf(pair.one, pair.other)
  read.set(pair, known)
  return names.map((name) => SIGNALS[name].of(known))
}

function confidenceOf(learnt: Learnt, pair: Source): number {
  const { names, ...model } = learnt[kindOf(pair.one, pair.other)]
  return probability(model, signalValues(pair, names))
}

/** A judgement with the kind of its weights. */
export type CrossJudged = Judged & Readonly<{ by: PairKind }>

const FOLDS = 6

/** Cross-validation: every author and every tracker judged by what others taught. `always` is learnt from, and not judged. */
export function crossValidated(
  sources: readonly Source[],
  always: readonly Source[],
  without?: SignalName,
): CrossJudged[] {
  const folds = [...new Set(sources.map(({ fold }) => fold))]
  const partOf = new Map(folds.map((fold, at) => [fold, at % FOLDS]))
  return Array.from({ length: FOLDS }, (_, part) => {
    const isOwn = ({ fold }: Source): boolean => partOf.get(fold) === part
    const learnt = learn([...sources.filter((one) => !isOwn(one)), ...always], without)
    return sources.filter(isOwn).map((pair) => ({
      kind: pair.kind,
      duplicate: pair.duplicate,
      confidence: confidenceOf(learnt, pair),
      by: kindOf(pair.one, pair.other),
    }))
  }).flat()
}

/** The confidence from which on judgements have a precision; 1 where none has. */
export function thresholdFor(precision: number, judged: readonly Judged[]): number {
  let [right, threshold] = [0, 1]
  for (const [at, { duplicate, confidence }] of judged
    .toSorted((a, b) => b.confidence - a.confidence)
    .entries()) {
    right += Number(duplicate)
    if (right / (at + 1) >= precision) threshold = confidence
  }
  return threshold
}

/** The same model with 0.5 where `threshold` was. */
export function calibrated(learnt: Learnt, threshold: number): Learnt {
  const shift = Math.log(threshold / (1 - threshold))
  const { described, brief } = learnt
  return {
    described: { ...described, bias: described.bias - shift },
    brief: { ...brief, bias: brief.bias - shift },
  }
}

/** The source text of `src/features/duplicates/weights.ts`. */
export function weightsFile(learnt: Learnt): string {
  const kinds = PAIR_KINDS.map((kind) => {
    const { names, bias, weights } = learnt[kind]
    const lines = names.map((name, at) => `      ${name}: ${rounded(weights[at] ?? 0)},`)
    return `  ${kind}: {\n    bias: ${rounded(bias)},\n    weights: {\n${lines.join('\n')}\n    },\n  },`
  })
  return `import type { PairKind, SignalName } from './signals.ts'

// Written by \`npm run bench:duplicates -- --fit\`.

/** The log-odds of two ideas of which no signal says anything, and what each signal adds to them for each 1 of it. */
type Weights = Readonly<{ bias: number; weights: Readonly<Partial<Record<SignalName, number>>> }>

/** By the kind of the pair. */
export const WEIGHTS: Readonly<Record<PairKind, Weights>> = {
${kinds.join('\n')}
}
`
}

const rounded = (value: number): number => Math.round(value * 1e3) / 1e3 || 0
