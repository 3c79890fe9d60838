import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.
// oxlint-disable oxc/approx-constant -- what is learnt may come near a constant by chance

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -2.07

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 7.723, usual: 0.434 },
  covered: { weight: -4.048, usual: 0.246 },
  words: { weight: 2.869, usual: 0.243 },
  numbers: { weight: -5.996, usual: 0.018 },
  things: { weight: -2.553, usual: 0.004 },
  opposites: { weight: -4.777, usual: 0.015 },
  onlyDenied: { weight: -3.337, usual: 0.004 },
  listed: { weight: -0.568, usual: 0.057 },
  enumerates: { weight: -1.264, usual: 0.059 },
  replaced: { weight: -2.298, usual: 0.171 },
  replacedInSame: { weight: -1.591, usual: 0.225 },
  halfTitle: { weight: -2.109, usual: 0.115 },
  halfText: { weight: -8.007, usual: 0.142 },
  narrowed: { weight: -1.298, usual: 0.022 },
  sameTitleOnly: { weight: -1.899, usual: 0.015 },
  label: { weight: -2.851, usual: 0.008 },
  generic: { weight: -2.203, usual: 0.064 },
  shortForm: { weight: 1.505, usual: 0.154 },
  noBody: { weight: -0.095, usual: 0.696 },
  foreign: { weight: -1.152, usual: 0.053 },
  foreignWords: { weight: 6.929, usual: 0.01 },
}
