import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -2.2251

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 6.2659, usual: 0.4526 },
  words: { weight: 2.2091, usual: 0.2814 },
  numbers: { weight: -9.1008, usual: 0.0206 },
  things: { weight: -4.8965, usual: 0.0048 },
  opposites: { weight: -5.4499, usual: 0.0138 },
  replaced: { weight: -1.8503, usual: 0.1813 },
  replacedInSame: { weight: -2.1259, usual: 0.2354 },
  halfTitle: { weight: -3.8142, usual: 0.115 },
  halfText: { weight: -6.0751, usual: 0.1377 },
  narrowed: { weight: -1.3038, usual: 0.0246 },
  sameTitleOnly: { weight: -2.6353, usual: 0.0185 },
  label: { weight: -2.5634, usual: 0.0049 },
  generic: { weight: -2.4839, usual: 0.0784 },
  lengths: { weight: 0.7775, usual: 0.4255 },
  noBody: { weight: -0.5708, usual: 0.7057 },
  foreign: { weight: -0.7264, usual: 0.0536 },
  foreignWords: { weight: 8.7166, usual: 0.0152 },
}
