import type { Comparison } from './comparison.ts'
import { narrowed, numbersApart, opposed, replaced, substituted, thingsApart } from './differences.ts'
import type { SignalName } from './signals.ts'
import { WEIGHTS } from './weights.ts'

const MOST = 4
/** What moves the odds by less is no reason. */
const LEAST = 0.25
const MAX_QUOTED = 40

/** What speaks for one idea (`more`) or for two (`less`), by what the signal is more or less than usual. */
type Sentences = Readonly<{
  more?: (c: Comparison) => string | undefined
  less?: (c: Comparison) => string | undefined
}>

const HIGH = 0.75
const HALF = 0.5
const LOW = 0.4

const SENTENCES: Readonly<Record<SignalName, Sentences>> = {
  meaning: {
    more: ({ whole }) =>
      whole.dice < LOW ? 'much the same meaning in other words' : 'much the same meaning',
    less: () => 'the meanings are not close',
  },
  covered: {},
  words: {
    more: ({ whole: { dice, forms } }) => {
      if (dice < HIGH) return 'many of the words are the same, or mean the same'
      return forms.size > 0 ? 'almost the same words, some spelled differently' : 'almost the same words'
    },
    less: () => 'few words in common',
  },
  numbers: {
    less: (c) => {
      const apart = numbersApart(c)
      return apart && `the numbers differ: ${shortened(apart.a)} and ${shortened(apart.b)}`
    },
  },
  things: {
    less: (c) => {
      const apart = thingsApart(c)
      return apart && `one is about ${shortened(apart.a)}, the other about ${shortened(apart.b)}`
    },
  },
  opposites: {
    less: (c) => {
      const { a, b } = opposed(c) ?? {}
      if (a === undefined || b === undefined) return 'one does not want what the other wants'
      return `one says ${shortened(a)}, the other ${shortened(b)}`
    },
  },
  onlyDenied: { less: () => 'the same words but for what one denies' },
  listed: { less: () => 'one may be a part of the other' },
  enumerates: { less: () => 'one lists steps or parts, the other does not' },
  replaced: { less: differing },
  replacedInSame: { less: differing },
  halfTitle: { less: () => 'the titles are the same only in part' },
  halfText: { less: () => 'the texts are the same only in part' },
  narrowed: {
    less: (c) => {
      const written = narrowed(c)?.map((token) => token.written)
      return written === undefined ? undefined : `only one title says: ${shortened(written.join(' '))}`
    },
  },
  sameTitleOnly: { less: () => 'the same title over different descriptions' },
  label: {
    less: ({ label }) =>
      label === undefined ? undefined : `the titles share only what is before the colon: ${shortened(label)}`,
  },
  generic: { less: () => 'the titles are generic' },
  shortForm: { more: () => 'one may be a short form of what the other describes' },
  noBody: {},
  foreign: { less: ({ foreign }) => (foreign ? 'written in two languages' : undefined) },
  foreignWords: { more: () => 'the words are translations of each other' },
}

/** The sentences of those signals that counted most, at most four. */
export function reasonsOf(comparison: Comparison, signals: Readonly<Record<SignalName, number>>): string[] {
  const told = (Object.entries(WEIGHTS) as [SignalName, { weight: number; usual: number }][])
    .map(([name, { weight, usual }]) => ({ name, counted: weight * (signals[name] - usual) }))
    .filter(({ counted }) => Math.abs(counted) >= LEAST)
    .sort((one, other) => Math.abs(other.counted) - Math.abs(one.counted))
    .map(({ name, counted }) => SENTENCES[name][counted > 0 ? 'more' : 'less']?.(comparison))
    .filter((sentence) => sentence !== undefined)
  return [...new Set(told)].slice(0, MOST)
}

function differing(c: Comparison): string | undefined {
  const apart = substituted(c) ?? replaced(c)
  if (apart === undefined) return undefined
  const [a, b] = [shortened(apart.a), shortened(apart.b)]
  return c.frame.share >= HALF
    ? `the same but for what differs in the titles: ${a} and ${b}`
    : `each title has words of its own: ${a} and ${b}`
}

function shortened(text: string): string {
  const points = [...text]
  return points.length <= MAX_QUOTED ? text : `${points.slice(0, MAX_QUOTED - 1).join('')}…`
}
