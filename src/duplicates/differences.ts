import type { Comparison, Side } from './comparison.ts'
import { areExchanged } from './direction.ts'
import { overlapOf, weightOf, type Overlap } from './overlap.ts'
import type { Token } from './tokens.ts'
import { trigramDice, trigramsOf } from './trigrams.ts'
import { areOpposites, areSiblings, isTurning } from './word-kinds.ts'
import { stem } from './words.ts'

/** Two things of which the one idea has the one and the other the other, as they are written there. */
export type Contrast = Readonly<{ a: string; b: string }>

const MAX_TRIED = 60
/** Words of less weight are not missed. */
const MATTERS = 0.4
/** Titles of more words say more than one thing. */
const PLAIN_TITLE = 10

/** How alike two titles are in words, in whatever order: what differs counts as much as the rest is the same. */
export function titleLikeness({ title, frame }: Comparison): number {
  return Math.max(title.dice, frame.share)
}

/** Numbers, versions and dates that differ: in the titles, or in the bodies under titles that are the same. */
export function numbersApart(c: Comparison): (Contrast & { share: number }) | undefined {
  const inTitles = numberPair(c.title)
  if (inTitles !== undefined) return { ...inTitles, share: titleLikeness(c) }
  const inBodies = c.body !== undefined && c.title.dice === 1 ? numberPair(c.body) : undefined
  return inBodies === undefined ? undefined : { ...inBodies, share: c.body?.dice ?? 0 }
}

const isNumber = ({ kind }: Token): boolean => kind === 'number'

function numberPair({ onlyA, onlyB }: Overlap): Contrast | undefined {
  const [one, other] = [onlyA.find(isNumber), onlyB.find(isNumber)]
  return one === undefined || other === undefined ? undefined : { a: one.written, b: other.written }
}

/** Things of one class that differ, as Trello and Jira, or the kitchen and the bathroom. */
export function thingsApart({ whole: { onlyA, onlyB } }: Comparison): Contrast | undefined {
  return pairOf(onlyA, onlyB, (one, other) => one.key !== other.key && areSiblings(one.word, other.word))
}

/**
 * Whether one title asks for the opposite of the other: opposite words, or one more word that denies or undoes; both of
 * these together are the same again.
 */
export function opposed(c: Comparison): Partial<Contrast> | undefined {
  const {
    a,
    b,
    title: { forms },
  } = c
  if (areExchanged(a.title, b.title)) return {}
  const misspelt = new Set(forms.values())
  const onlyA = unshared(a, b).filter(({ key }) => !forms.has(key))
  const onlyB = unshared(b, a).filter(({ key }) => !misspelt.has(key))
  const isTurned = (onlyA.filter(turning(a)).length + onlyB.filter(turning(b)).length) % 2 === 1
  const isPlain = (token: Token): boolean => !turning(a)(token) && !turning(b)(token)
  const words = oppositesIn(onlyA.filter(isPlain), onlyB.filter(isPlain))
  if (c.title.dice === 1 && c.body !== undefined) return oppositesIn(c.body.onlyA, c.body.onlyB)
  if ((words !== undefined) === isTurned) return undefined
  return words ?? oppositesIn(onlyA, onlyB) ?? {}
}

/** How far two titles with opposite words say the opposite, 0 to 1: in a long one they may be about a detail. */
export function oppositionOf(c: Comparison): number {
  if (opposed(c) === undefined) return 0
  const words = Math.max(c.a.title.length, c.b.title.length)
  return titleLikeness(c) * Math.min(1, PLAIN_TITLE / words)
}

function oppositesIn(onlyA: readonly Token[], onlyB: readonly Token[]): Contrast | undefined {
  return pairOf(onlyA, onlyB, (one, other) => areOpposites(one.word, other.word))
}

const turning =
  ({ language }: Side) =>
  ({ word }: Token): boolean =>
    isTurning(word, language)

function unshared({ title }: Side, other: Side): Token[] {
  const stems = new Set(other.title.map(({ word }) => stem(word)))
  return title.filter(({ word }) => !stems.has(stem(word)))
}

/** What is left of two titles when both have words of their own, and how little these are alike as written, 0 to 1. */
export function replaced({ title }: Comparison): (Contrast & { apart: number }) | undefined {
  const [one, other] = [telling(title.onlyA), telling(title.onlyB)]
  if (one.length === 0 || other.length === 0) return undefined
  return { ...writtenPair(one, other), apart: 1 - spelledAlike(one, other) }
}

/** Words between the same neighbours in both titles, where each has others: how much, and which. */
export function substituted({ title, frame }: Comparison): (Contrast & { amount: number }) | undefined {
  const [onlyA, onlyB] = [keysOf(title.onlyA), keysOf(title.onlyB)]
  let found: (Contrast & { amount: number }) | undefined
  for (const [left, right] of frame.slots) {
    const [one, other] = [left.filter(({ key }) => onlyA.has(key)), right.filter(({ key }) => onlyB.has(key))]
    const amount = Math.min(weightOf(one), weightOf(other)) * (1 - spelledAlike(one, other))
    if (amount <= 0) continue
    const { a, b } = found ?? writtenPair(one, other)
    found = { a, b, amount: amount + (found?.amount ?? 0) }
  }
  return found
}

/** The words that only one of the titles has, where the other has none of its own. */
export function narrowed({ title }: Comparison): readonly Token[] | undefined {
  const [one, other] = [telling(title.onlyA), telling(title.onlyB)]
  if (one.length > 0 === other.length > 0) return undefined
  return one.length > 0 ? one : other
}

/**
 * How much of the shorter idea's title the other has in its body only, as a step that a plan lists, 0 to 1. Where an idea is
 * only told at length, its own title has some of it.
 */
export function listedIn({ a, b }: Comparison): number {
  const [short, long] = a.size < b.size ? [a, b] : [b, a]
  return Math.max(0, overlapOf(short.title, long.body).ofA - overlapOf(short.title, long.title).ofA)
}

/** Whether a title has words that matter and that the other has not. */
export function differs({ title }: Comparison): boolean {
  return telling([...title.onlyA, ...title.onlyB]).length > 0
}

const telling = (tokens: readonly Token[]): Token[] => tokens.filter(({ weight }) => weight >= MATTERS)
const keysOf = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ key }) => key))

function writtenPair(one: readonly Token[], other: readonly Token[]): Contrast {
  return { a: one[0]?.written ?? '', b: other[0]?.written ?? '' }
}

function spelledAlike(one: readonly Token[], other: readonly Token[]): number {
  const [left, right] = [one, other].map((tokens) =>
    tokens
      .map(({ word }) => word)
      .sort()
      .join(' '),
  )
  return trigramDice(trigramsOf(left ?? ''), trigramsOf(right ?? ''))
}

function pairOf(
  left: readonly Token[],
  right: readonly Token[],
  test: (one: Token, other: Token) => boolean,
): Contrast | undefined {
  const others = right.slice(0, MAX_TRIED)
  for (const one of left.slice(0, MAX_TRIED)) {
    const other = others.find((token) => test(one, token))
    if (other !== undefined) return { a: one.written, b: other.written }
  }
  return undefined
}
