import type { Alike } from '../embeddings/alike.ts'
import { frameOf, type Frame } from './frame.ts'
import { overlapOf, type Overlap } from './overlap.ts'
import { featuresOf, type IdeaText, type Features } from './features.ts'
import { tokensOf, type Token } from './tokens.ts'
import { trigramDice } from './trigrams.ts'
import { isGeneric } from './word-kinds.ts'
import { fold } from './words.ts'

/** An idea beside another. `title` is without what both titles begin with, as in `Search: …`. */
export type Side = Omit<Features, 'letters'>

/** Everything that signals are taken from. */
export type Comparison = Readonly<{
  a: Side
  b: Side
  /** What a model makes of them, 0 to 1. */
  meaning: number
  covered: number
  title: Overlap
  /** Nothing where one has no body. */
  body: Overlap | undefined
  whole: Overlap
  frame: Frame
  /** Runs of three characters that titles, and that all of the texts share, 0 to 1. */
  letters: Readonly<{ title: number; whole: number }>
  /** What both titles have before a colon. */
  label: string | undefined
  /** Whether a title says nothing of what its idea is about. */
  generic: boolean
  foreign: boolean
}>

/** Reads two ideas beside each other. */
export function compare(a: IdeaText, b: IdeaText, { meaning, covered }: Alike): Comparison {
  const label = sharedLabel(a.title, b.title)
  const [readA, readB] = [featuresOf(a), featuresOf(b)]
  const [left, right] = [sideOf(readA, a, label), sideOf(readB, b, label)]
  const title = overlapOf(left.title, right.title)
  const hasBodies = left.body.length > 0 && right.body.length > 0
  const body = hasBodies ? overlapOf(left.body, right.body) : undefined
  return {
    a: left,
    b: right,
    meaning,
    covered,
    title,
    body,
    whole: overlapOf(left.all, right.all),
    frame: frameOf(left.title, right.title, title.forms),
    letters: {
      title: trigramDice(readA.letters.title, readB.letters.title),
      whole: trigramDice(readA.letters.whole, readB.letters.whole),
    },
    label,
    generic: (isAllGeneric(left.title) || isAllGeneric(right.title)) && (body === undefined || body.dice < 1),
    foreign: left.language !== undefined && right.language !== undefined && left.language !== right.language,
  }
}

const LABEL = /^(.{2,40}?)[:：]\s+\S/u

function sharedLabel(a: string, b: string): string | undefined {
  const [one, other] = [LABEL.exec(a)?.[1], LABEL.exec(b)?.[1]]
  return one !== undefined && other !== undefined && fold(one) === fold(other) ? one : undefined
}

function sideOf(features: Features, { title }: IdeaText, label: string | undefined): Side {
  return label === undefined ? features : { ...features, title: tokensOf(title.slice(label.length)) }
}

function isAllGeneric(title: readonly Token[]): boolean {
  return title.every(({ kind, word }) => kind !== 'word' || word.split('_').every(isGeneric))
}
