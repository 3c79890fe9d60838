import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -2.1398

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 6.4069, usual: 0.4399 },
  words: { weight: 1.9453, usual: 0.2635 },
  numbers: { weight: -8.7662, usual: 0.0185 },
  things: { weight: -5.1302, usual: 0.0051 },
  opposites: { weight: -5.5516, usual: 0.0125 },
  replaced: { weight: -1.7127, usual: 0.1713 },
  replacedInSame: { weight: -2.3469, usual: 0.2349 },
  halfTitle: { weight: -2.523, usual: 0.1118 },
  halfText: { weight: -8.8213, usual: 0.1451 },
  narrowed: { weight: -1.4758, usual: 0.0219 },
  sameTitleOnly: { weight: -1.7854, usual: 0.0166 },
  label: { weight: -2.4791, usual: 0.0044 },
  generic: { weight: -2.105, usual: 0.0699 },
  shortForm: { weight: 0.877, usual: 0.1434 },
  noBody: { weight: -0.204, usual: 0.6297 },
  foreign: { weight: -0.838, usual: 0.0532 },
  foreignWords: { weight: 8.5149, usual: 0.0138 },
}
