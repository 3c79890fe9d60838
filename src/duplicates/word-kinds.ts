import { CLASSES } from './lexicon/classes.ts'
import { COMMON_WORDS, FUNCTION_WORDS, GENERIC_WORDS } from './lexicon/common.ts'
import { DIRECTIONS, NEGATIONS, OPPOSITES, UNDOING } from './lexicon/opposites.ts'
import { entriesOf, isConcept, keyOf, linesOf, stem } from './words.ts'

const languages = new Map<string, Set<string>>()
for (const [language, list] of Object.entries(FUNCTION_WORDS)) {
  for (const word of entriesOf(list)) languages.set(word, (languages.get(word) ?? new Set()).add(language))
}
/** The languages in which a folded word is one of those that every sentence has. */
export const languagesOf = (word: string): ReadonlySet<string> | undefined => languages.get(word)

const common = new Set(entriesOf(COMMON_WORDS).map(keyOf))
/** Whether sharing this key says little. */
export const isCommon = (key: string): boolean => common.has(key)

const generic = new Set(entriesOf(GENERIC_WORDS))
/** Whether a word says nothing of what an idea is about. */
export const isGeneric = (word: string): boolean => generic.has(word) || generic.has(stem(word))

const negations = new Set(entriesOf(NEGATIONS))
const undoing = new Set(entriesOf(UNDOING).flatMap((word) => [word, stem(word)]))
/** In these languages `no` is in the, or on the. */
const NO_IS_NO_NEGATION: ReadonlySet<string> = new Set(['pt'])
/** Whether a word turns a statement round, by denying it or by undoing what it is about. */
export function isTurning(word: string, language: string | undefined): boolean {
  if (word === 'no' && language !== undefined && NO_IS_NO_NEGATION.has(language)) return false
  return negations.has(word) || undoing.has(word) || (word.length >= 5 && undoing.has(stem(word)))
}
/** Which way a title goes: what stands before such a word comes first, or is preferred; with `after` it comes second. */
export type Direction = 'before' | 'after' | 'from' | 'to'
const directions = new Map(
  Object.entries(DIRECTIONS).flatMap(([direction, words]) =>
    entriesOf(words).map((word) => [word, direction as Direction] as const),
  ),
)
/** The direction of a folded word, if it has one. */
export const directionOf = (word: string): Direction | undefined => directions.get(word)

/** Phrases among the words that turn a statement round, or have a direction. */
export const TURNING_PHRASES: ReadonlySet<string> = new Set(
  entriesOf([UNDOING, OPPOSITES, ...Object.values(DIRECTIONS)].join(' ')).filter((word) =>
    word.includes('_'),
  ),
)

const classes = placesOf(linesOf(CLASSES).map((line) => [line]))
/** Whether two words name two things of one class. */
export function areSiblings(a: string, b: string): boolean {
  const others = classOf(b)
  return others !== undefined && [...(classOf(a) ?? [])].some((place) => others.has(place))
}
const classOf = (word: string): ReadonlySet<string> | undefined =>
  classes.get(word) ?? classes.get(word.replace(/s$/, ''))

const sides = sidesByWord()
const REVERSED = /^(?:un|dis|de|non|anti|in|ent|des|ab)/
/** Whether two words say the opposite of each other. */
export function areOpposites(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && REVERSED.test(long) && stem(long.replace(REVERSED, '')) === stem(short))
    return true
  const others = sidesOf(b)
  return others !== undefined && [...(sidesOf(a) ?? [])].some((place) => others.has(across(place)))
}
const sidesOf = (word: string): ReadonlySet<string> | undefined =>
  sides.get(word) ?? sides.get(stem(word)) ?? sides.get(keyOf(word))

function across(place: string): string {
  return place.endsWith(':0') ? place.replace(/0$/, '1') : place.replace(/1$/, '0')
}

function sidesByWord(): Map<string, Set<string>> {
  const byWord = placesOf(
    linesOf(OPPOSITES).map((line) => line.split('/')),
    (word) => [word, stem(word), keyOf(word)],
  )
  // A concept that is on both sides, as fast and slow are one, opposes nothing.
  for (const [word, places] of byWord) {
    if (isConcept(word)) for (const place of places) if (places.has(across(place))) places.delete(place)
  }
  return byWord
}

/** Where words are: `3:0` is the first part of the fourth line. */
function placesOf(lines: readonly string[][], forms = (word: string): string[] => [word]) {
  const places = new Map<string, Set<string>>()
  for (const [index, parts] of lines.entries()) {
    for (const [side, part] of parts.entries()) {
      for (const form of entriesOf(part).flatMap(forms)) {
        places.set(form, (places.get(form) ?? new Set()).add(`${index}:${side}`))
      }
    }
  }
  return places
}
