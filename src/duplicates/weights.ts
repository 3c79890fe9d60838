import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -1.8959

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 5.8507, usual: 0.4575 },
  words: { weight: 2.3437, usual: 0.275 },
  numbers: { weight: -8.1313, usual: 0.024 },
  things: { weight: -5.4034, usual: 0.0088 },
  opposites: { weight: -3.6872, usual: 0.0274 },
  onlyDenied: { weight: 0, usual: 0 },
  listed: { weight: 0, usual: 0 },
  replaced: { weight: -2.2022, usual: 0.1849 },
  replacedInSame: { weight: -1.7269, usual: 0.2391 },
  halfTitle: { weight: -2.4449, usual: 0.1174 },
  halfText: { weight: -8.2517, usual: 0.145 },
  narrowed: { weight: -1.6563, usual: 0.0274 },
  sameTitleOnly: { weight: -1.2804, usual: 0.0182 },
  label: { weight: -2.795, usual: 0.007 },
  generic: { weight: -2.023, usual: 0.0802 },
  shortForm: { weight: 0.7873, usual: 0.1619 },
  noBody: { weight: -0.0731, usual: 0.6765 },
  foreign: { weight: -1.1056, usual: 0.0599 },
  foreignWords: { weight: 6.7611, usual: 0.0123 },
}
