import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -2.0701

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 7.7226, usual: 0.4342 },
  covered: { weight: -4.0482, usual: 0.2457 },
  words: { weight: 2.8685, usual: 0.2431 },
  numbers: { weight: -5.9957, usual: 0.018 },
  things: { weight: -2.553, usual: 0.0041 },
  opposites: { weight: -4.7772, usual: 0.0147 },
  onlyDenied: { weight: -3.3371, usual: 0.0037 },
  listed: { weight: -0.5682, usual: 0.0565 },
  enumerates: { weight: -1.2642, usual: 0.0595 },
  replaced: { weight: -2.2976, usual: 0.1712 },
  replacedInSame: { weight: -1.5912, usual: 0.2248 },
  halfTitle: { weight: -2.1089, usual: 0.1148 },
  halfText: { weight: -8.0066, usual: 0.1418 },
  narrowed: { weight: -1.2977, usual: 0.0219 },
  sameTitleOnly: { weight: -1.8985, usual: 0.0147 },
  label: { weight: -2.8507, usual: 0.0084 },
  generic: { weight: -2.2027, usual: 0.0643 },
  shortForm: { weight: 1.5049, usual: 0.1545 },
  noBody: { weight: -0.095, usual: 0.6959 },
  foreign: { weight: -1.1521, usual: 0.053 },
  foreignWords: { weight: 6.9288, usual: 0.0097 },
}
