import { embeddingSimilarity, type IdeaVectors, type EmbeddingSimilarity } from './embedding-similarity.ts'
import { diceOf, orderedShare, replacedRun } from './overlap.ts'
import { readText, type IdeaText, type ReadText } from './text.ts'

/** An idea as it is compared. */
export type Compared = Readonly<{ idea: IdeaText; vectors: IdeaVectors }>

/** Two ideas beside each other. */
export type Pair = Readonly<{
  a: ReadText
  b: ReadText
  meaning: EmbeddingSimilarity
  /** How many of their runs of three characters the texts share. */
  trigramOverlap: number
  /** How much of the titles is the same words in the same order. */
  order: number
  /** How different the words are that the titles have in place of each other, 0 to 1, where the rest, half or more, is the same. */
  replaced: number
  /** Whether each title has a number that is nowhere in the other idea. */
  titleNumbersDiffer: boolean
}>

/** Reads two ideas beside each other. */
export function pairOf(one: Compared, other: Compared): Pair {
  const [a, b] = [readText(one.idea), readText(other.idea)]
  const order = orderedShare(a.titleWords, b.titleWords)
  return {
    a,
    b,
    meaning: embeddingSimilarity(one.vectors, other.vectors),
    trigramOverlap: diceOf(a.trigrams, b.trigrams),
    order,
    replaced: order < HALF ? 0 : replacedIn(a.titleWords, b.titleWords),
    titleNumbersDiffer: differ(a.titleNumbers, b.numbers) && differ(b.titleNumbers, a.numbers),
  }
}

const HALF = 0.5

/**
 * A number from a pair, and which sign its weight may have: 1 where more of it cannot speak against one idea, -1 where it
 * cannot speak for one, 0 where it may do either.
 */
type Signal = Readonly<{ sign: -1 | 0 | 1; pairs: readonly PairKind[]; of: (pair: Pair) => number }>

/** `described`: both ideas have a body; `brief`: others. Each kind has weights of its own. */
export type PairKind = 'described' | 'brief'
const ALL = ['described', 'brief'] as const
const DESCRIBED = ['described'] as const
const BRIEF = ['brief'] as const

/** Everything that may count; what it counts for is in weights.ts. */
export const SIGNALS = {
  meaning: { sign: 1, pairs: ALL, of: ({ meaning }) => meaning.whole ** 2 },
  trigramOverlap: { sign: 1, pairs: BRIEF, of: ({ trigramOverlap }) => trigramOverlap },
  // In any order, with any misspelling.
  titleLetters: { sign: 1, pairs: BRIEF, of: ({ a, b }) => orderedShare(sortedLetters(a), sortedLetters(b)) },
  // Of titles that differ, "Report for May" and "Report for June" have most in common.
  order: { sign: -1, pairs: BRIEF, of: ({ order }) => (order === 1 ? 0 : order) },
  replaced: { sign: -1, pairs: ALL, of: ({ replaced }) => replaced },
  titleNumbers: {
    sign: -1,
    pairs: ALL,
    of: ({ titleNumbersDiffer, order }) => (titleNumbersDiffer ? (1 + order) / 2 : 0),
  },
  numbers: {
    sign: -1,
    pairs: DESCRIBED,
    of: ({ a, b }) => (differ(a.numbers, b.numbers) && differ(b.numbers, a.numbers) ? 1 : 0),
  },
  sameTitle: { sign: -1, pairs: DESCRIBED, of: ({ order, meaning }) => (order === 1 ? 1 - meaning.body : 0) },
  lengths: {
    sign: 0,
    pairs: BRIEF,
    of: ({ a, b }) => Math.log(Math.max(a.length, b.length) / Math.min(a.length, b.length)),
  },
  length: { sign: 0, pairs: BRIEF, of: ({ a, b }) => Math.log(Math.min(a.length, b.length)) },
} as const satisfies Record<string, Signal>

/** The name of a signal. */
export type SignalName = keyof typeof SIGNALS

function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((number) => !b.has(number))
}

function replacedIn(a: readonly string[], b: readonly string[]): number {
  const runs = replacedRun(a, b)
  return runs === undefined ? 0 : 1 - orderedShare(lettersOf(runs.a), lettersOf(runs.b))
}

function sortedLetters({ titleWords }: ReadText): string[] {
  return lettersOf(titleWords.toSorted())
}

/** The longest title has half as many, but NFKC makes 18 letters of one, and the work grows with the square. */
const MAX_LETTERS = 400

const lettersOf = (words: readonly string[]): string[] => [...words.join(' ')].slice(0, MAX_LETTERS)
