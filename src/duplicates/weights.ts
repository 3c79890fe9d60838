import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -0.0623

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 13.2199, usual: 0.0613 },
  words: { weight: 3.0828, usual: 0.3163 },
  numbers: { weight: -10.3987, usual: 0.0242 },
  things: { weight: -6.9926, usual: 0.011 },
  opposites: { weight: -6.0204, usual: 0.0321 },
  replaced: { weight: -1.4578, usual: 0.1997 },
  replacedInSame: { weight: -2.7659, usual: 0.2517 },
  halfTitle: { weight: -3.7022, usual: 0.1215 },
  halfText: { weight: -3.9024, usual: 0.1413 },
  narrowed: { weight: -1.4044, usual: 0.0288 },
  sameTitleOnly: { weight: -6.0541, usual: 0.0116 },
  label: { weight: -2.8183, usual: 0.0058 },
  generic: { weight: -2.8265, usual: 0.0718 },
  lengths: { weight: 0.9047, usual: 0.4168 },
  noBody: { weight: -0.5665, usual: 0.6882 },
  foreign: { weight: -1.4617, usual: 0.0557 },
  foreignWords: { weight: 7.3143, usual: 0.0177 },
}
