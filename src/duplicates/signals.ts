import type { Comparison } from './comparison.ts'
import {
  differs,
  listedIn,
  narrowed,
  numbersApart,
  oppositionOf,
  replaced,
  thingsApart,
} from './differences.ts'

/** A signal: a number from a comparison, and what more of it may mean: 1 rather the same idea, -1 rather two, 0 either. */
export type Signal = Readonly<{ direction: -1 | 0 | 1; of: (comparison: Comparison) => number }>

/** Of two texts one of which is that many times as long (as a logarithm), or longer, nothing more can be told. */
const MOST_TIMES = 2.5

/** Who lists so many things more than the other does not list by the way; from so many more on nothing more can be told. */
const [FEW_ITEMS, MORE_ITEMS] = [2, 4]

/** Everything that counts. What a signal means for the judgement is in `weights.ts`. */
export const SIGNALS = {
  meaning: { direction: 1, of: ({ meaning }) => meaning },
  // Of two texts of one meaning those that are alike token by token may have but the form in common.
  covered: { direction: 0, of: ({ covered }) => covered ** 2 },
  words: { direction: 1, of: ({ whole }) => whole.dice },
  numbers: { direction: -1, of: (c) => (numbersApart(c)?.share ?? 0) ** 2 },
  things: { direction: -1, of: (c) => (thingsApart(c) === undefined ? 0 : c.whole.dice) },
  opposites: { direction: -1, of: (c) => oppositionOf(c) ** 2 },
  onlyDenied: { direction: -1, of: (c) => oppositionOf(c) ** 8 },
  listed: { direction: -1, of: listedIn },
  enumerates: {
    direction: -1,
    of: ({ a, b }) => Math.min(MORE_ITEMS, Math.max(0, Math.abs(a.items - b.items) - FEW_ITEMS)) / MORE_ITEMS,
  },
  replaced: { direction: -1, of: (c) => (replaced(c)?.apart ?? 0) * c.frame.share },
  replacedInSame: {
    direction: -1,
    of: (c) => (replaced(c)?.apart ?? 0) * Math.max(c.whole.dice, c.letters.whole),
  },
  halfTitle: {
    direction: -1,
    of: (c) => (c.generic || !differs(c) ? 0 : c.letters.title * (1 - c.title.dice)),
  },
  halfText: { direction: -1, of: ({ letters, whole }) => letters.whole * (1 - whole.dice) },
  narrowed: { direction: -1, of: (c) => (narrowed(c) === undefined ? 0 : c.frame.share) },
  sameTitleOnly: {
    direction: -1,
    of: ({ meaning, body, title, generic }) =>
      generic || body === undefined ? 0 : title.dice ** 4 * (1 - meaning),
  },
  label: { direction: -1, of: ({ label }) => (label === undefined ? 0 : 1) },
  generic: { direction: -1, of: ({ generic }) => (generic ? 1 : 0) },
  shortForm: {
    direction: 1,
    of: ({ a, b, whole }) => {
      const times = Math.abs(Math.log((a.size + 3) / (b.size + 3)))
      return Math.min(MOST_TIMES, times) * (a.size < b.size ? whole.ofA : whole.ofB)
    },
  },
  noBody: { direction: 0, of: ({ body }) => (body === undefined ? 1 : 0) },
  foreign: { direction: 0, of: ({ foreign }) => (foreign ? 1 : 0) },
  foreignWords: { direction: 1, of: ({ foreign, whole }) => (foreign ? whole.dice : 0) },
} as const satisfies Record<string, Signal>

/** The name of a signal. */
export type SignalName = keyof typeof SIGNALS
/** The names of all signals, in their order. */
export const SIGNAL_NAMES = Object.keys(SIGNALS) as SignalName[]

/** All signals of a comparison. */
export function signalsOf(comparison: Comparison): Record<SignalName, number> {
  return Object.fromEntries(SIGNAL_NAMES.map((name) => [name, SIGNALS[name].of(comparison)])) as Record<
    SignalName,
    number
  >
}
