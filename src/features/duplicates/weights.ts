import type { PairKind, SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything, and what each signal adds to them for each 1 of it. */
type Weights = Readonly<{ bias: number; weights: Readonly<Partial<Record<SignalName, number>>> }>

/** By the kind of the pair. */
export const WEIGHTS: Readonly<Record<PairKind, Weights>> = {
  described: {
    bias: -10.849,
    weights: {
      meaning: 13.594,
      replaced: -4.364,
      titleNumbers: -5.145,
      numbers: -0.674,
      sameTitle: -8.712,
    },
  },
  brief: {
    bias: -11.286,
    weights: {
      meaning: 5.434,
      trigramOverlap: 2.62,
      titleLetters: 3.807,
      order: -4.092,
      replaced: -4.629,
      titleNumbers: -3.02,
      lengths: 1.083,
      length: 0.986,
    },
  },
}
