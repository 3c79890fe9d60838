import type { SignalName } from './signals.ts'

// Written by `npm run bench:duplicates -- --fit`.

/** The log-odds of two ideas of which no signal says anything. */
export const BIAS = -1.4668

/** What each signal adds to the log-odds for each 1 of it, and its mean over the pairs it was learnt from. */
export const WEIGHTS: Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>> = {
  meaning: { weight: 5.7431, usual: 0.4725 },
  covered: { weight: 0, usual: 0.4924 },
  words: { weight: 2.3799, usual: 0.2955 },
  numbers: { weight: -8.1161, usual: 0.0267 },
  things: { weight: -5.4108, usual: 0.0094 },
  opposites: { weight: -1.1666, usual: 0.0301 },
  onlyDenied: { weight: -4.0999, usual: 0.0156 },
  listed: { weight: -1.0976, usual: 0.0571 },
  replaced: { weight: -2.8042, usual: 0.1958 },
  replacedInSame: { weight: -1.5577, usual: 0.2479 },
  halfTitle: { weight: -3.2812, usual: 0.121 },
  halfText: { weight: -8.2071, usual: 0.1464 },
  narrowed: { weight: -1.8611, usual: 0.0303 },
  sameTitleOnly: { weight: -1.7894, usual: 0.0202 },
  label: { weight: -2.8662, usual: 0.0079 },
  generic: { weight: -2.224, usual: 0.0769 },
  shortForm: { weight: 0.9821, usual: 0.1714 },
  noBody: { weight: -0.1117, usual: 0.6757 },
  foreign: { weight: -1.1506, usual: 0.0584 },
  foreignWords: { weight: 6.6688, usual: 0.0133 },
}
