import { areForms, soundOf } from './spelling.ts'
import type { Token } from './tokens.ts'
import { isConcept } from './words.ts'

/** What two texts share of their words, by weight. */
export type Overlap = Readonly<{
  /** How much of both is shared (Dice), 0 to 1. */
  dice: number
  /** How much of the one, and of the other, is in the other text, 0 to 1. */
  ofA: number
  ofB: number
  /** The words that only the one, or only the other, has. */
  onlyA: readonly Token[]
  onlyB: readonly Token[]
  /** By the keys of the one: words that are others of the other text, misspelt, shortened, joined or divided. */
  forms: ReadonlyMap<string, string>
}>

const MAX_FORMS = 150

/** Compares the words of two texts as sets; a misspelt word counts as the right one. */
export function overlapOf(a: readonly Token[], b: readonly Token[]): Overlap {
  const [left, right] = [byKey(a), byKey(b)]
  const restA = [...left.values()].filter(({ key }) => !right.has(key))
  const restB = [...right.values()].filter(({ key }) => !left.has(key))
  const forms = new Map(joined(restB, a).map(([other, one]) => [one, other]))
  for (const [one, other] of [...joined(restA, b), ...misspelt(restA, restB)]) forms.set(one, other)
  const found = new Set(forms.values())
  const onlyA = restA.filter(({ key }) => !forms.has(key))
  const onlyB = restB.filter(({ key }) => !found.has(key))
  const [allA, allB] = [weightOf(left.values()), weightOf(right.values())]
  const [missingA, missingB] = [weightOf(onlyA), weightOf(onlyB)]
  return {
    dice: shareOf(missingA + missingB, allA + allB),
    ofA: shareOf(missingA, allA),
    ofB: shareOf(missingB, allB),
    onlyA,
    onlyB,
    forms,
  }
}

const shareOf = (missing: number, all: number): number => (all === 0 ? 0 : 1 - missing / all)

/** The weight of words together. */
export function weightOf(tokens: Iterable<Token>): number {
  let sum = 0
  for (const { weight } of tokens) sum += weight
  return sum
}

function byKey(tokens: readonly Token[]): Map<string, Token> {
  const map = new Map<string, Token>()
  for (const token of tokens) {
    const before = map.get(token.key)
    if (token.kind !== 'function' && (before === undefined || before.weight < token.weight)) {
      map.set(token.key, token)
    }
  }
  return map
}

/** Words that are two words of the other text written as one, each with the weightier of the two. */
function joined(rest: readonly Token[], other: readonly Token[]): [string, string][] {
  if (rest.length === 0) return []
  const pairs = new Map<string, Token>()
  for (const [at, token] of other.entries()) {
    const next = other[at + 1]
    if (next !== undefined) pairs.set(token.word + next.word, token.weight > next.weight ? token : next)
  }
  return rest.slice(0, MAX_FORMS).flatMap(({ word, key }): [string, string][] => {
    const pair = word.length >= 5 ? pairs.get(word) : undefined
    return pair === undefined ? [] : [[key, pair.key]]
  })
}

function misspelt(a: readonly Token[], b: readonly Token[]): [string, string][] {
  const byStart = Map.groupBy(b.slice(0, MAX_FORMS).filter(isSpelt), startOf)
  const taken = new Set<Token>()
  return a
    .slice(0, MAX_FORMS)
    .filter(isSpelt)
    .flatMap((one): [string, string][] => {
      const other = byStart.get(startOf(one))?.find((token) => !taken.has(token) && areOneWord(one, token))
      if (other === undefined) return []
      taken.add(other)
      return [[one.key, other.key]]
    })
}

const startOf = ({ word }: Token): string | undefined => soundOf(word)[0]
const isSpelt = ({ word }: Token): boolean => word.length >= 3 && word.length <= 30 && /^\p{L}/u.test(word)

/** Two words that are known, each for itself, are no misspelling of each other. */
function areOneWord(a: Token, b: Token): boolean {
  return !(isConcept(a.key) && isConcept(b.key)) && areForms(a.word, b.word)
}
