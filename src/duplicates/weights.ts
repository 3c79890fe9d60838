import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -2.4386

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 6.9695, usual: 0.4526 },
  words: { weight: 2.5958, usual: 0.2814 },
  numbers: { weight: -10.1963, usual: 0.0206 },
  things: { weight: -6.4815, usual: 0.0097 },
  opposites: { weight: -6.4113, usual: 0.0276 },
  replaced: { weight: -1.3063, usual: 0.1813 },
  replacedInSame: { weight: -2.5372, usual: 0.2354 },
  halfTitle: { weight: -4.3101, usual: 0.115 },
  halfText: { weight: -6.1601, usual: 0.1377 },
  narrowed: { weight: -1.2299, usual: 0.0246 },
  sameTitleOnly: { weight: -2.8445, usual: 0.0185 },
  label: { weight: -2.6376, usual: 0.0049 },
  generic: { weight: -2.593, usual: 0.0784 },
  lengths: { weight: 0.7633, usual: 0.4255 },
  noBody: { weight: -0.5827, usual: 0.7057 },
  foreign: { weight: -0.6721, usual: 0.0536 },
  foreignWords: { weight: 8.6429, usual: 0.0152 },
}
