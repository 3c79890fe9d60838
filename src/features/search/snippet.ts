import { inPlainLetters } from '../../platform/word-forms.ts'
import type { Term } from './query-terms.ts'

const LENGTH = 300
/** Number of characters before the first match. */
const LEAD = 60
/** Maximum number of matches to consider, and how far behind the first one, in characters. */
const MAX_PLACES = 500
const MAX_SPAN = 10_000
/** The beginning of a word by which it is recognised, in characters. */
const MAX_STEM = 12
/** Where a match may start: at the first letter of a word; in scripts without spaces at any. */
const STARTS =
  /(?<![\p{L}\p{M}\p{N}](?<!ʼ))[\p{L}\p{N}]|[\p{So}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu
const MARKUP: readonly [RegExp, string][] = [
  [/<!--[\s\S]*?-->/gu, ' '],
  [/^\s*(?:```|~~~).*$/gmu, ' '],
  [/!?\[(?<text>[^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/gu, '$<text>'],
  [/^\s{0,3}(?:#{1,6}\s+|>\s?|(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)/gmu, ''],
  [/^[\s:|-]{3,}$/gmu, ' '],
  [/<\/?[a-z][^>\n]*>/giu, ' '],
  [/(?<mark>\*\*|__|~~|`+)(?<text>[^\n]*?)\k<mark>/gu, '$<text>'],
  [/(?<![\p{L}\p{N}])(?<mark>[*_])(?<text>[^\s*_][^\n*_]*)\k<mark>(?![\p{L}\p{N}])/gu, '$<text>'],
]

/**
 * A snippet that shows why an idea was found: up to 300 characters of the passage, or else of its body or title, around the
 * densest matches.
 */
export function snippetOf(
  passage: string | null,
  idea: Readonly<{ title: string; body: string }>,
  terms: readonly Term[],
): string {
  const text = passage ?? (idea.body.trim() === '' ? idea.title : idea.body)
  const [start, end] = text.length <= LENGTH ? [0, text.length] : cutAround(text, bestPlace(text, terms))
  const shown = (passage === null ? plain(text.slice(start, end)) : text.slice(start, end))
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (shown === '') return idea.title
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`
}

/** The start of the stretch with most distinct words; 0 without matches. */
function bestPlace(text: string, terms: readonly Term[]): number {
  const places = placesIn(text, terms)
  let best = { at: 0, words: 0 }
  for (const [from, { at }] of places.entries()) {
    const words = new Set<string>()
    for (let next = from; next < places.length; next += 1) {
      const place = places[next]
      if (place === undefined || place.at > at + LENGTH - 2 * LEAD) break
      words.add(place.word)
    }
    if (words.size > best.words) best = { at, words: words.size }
  }
  return best.at
}

/** Matches of words by approximate stems (`searching` matches as `search`); the text is read up to a bound behind the first one. */
function placesIn(text: string, terms: readonly Term[]): { at: number; word: string }[] {
  const stems = new Set(
    terms.flatMap(({ words }) => words.map((word) => inPlainLetters(stemOf(word)).slice(0, MAX_STEM))),
  )
  const lengths = [...new Set([...stems].map(({ length }) => length))].sort((a, b) => b - a)
  const initials = new Set([...stems].map((stem) => stem.charAt(0)))
  const initialOf = createInitials()
  const places: { at: number; word: string }[] = []
  for (const { index: at } of text.matchAll(STARTS)) {
    if (at > (places[0]?.at ?? at) + MAX_SPAN) break
    // A page of results has thousands of words: most are told apart by their first letter.
    if (!initials.has(initialOf(text.charAt(at)))) continue
    // A letter may be composed of several characters, and become two.
    const start = inPlainLetters(text.slice(at, at + 2 * MAX_STEM).toLowerCase())
    const length = lengths.find((length) => stems.has(start.slice(0, length)))
    if (length === undefined) continue
    places.push({ at, word: start.slice(0, length) })
    if (places.length === MAX_PLACES) break
  }
  return places
}

/** Tells the first plain letter of a character, and remembers it, because there are few of them and many words. */
function createInitials(): (character: string) => string {
  const known = new Map<string, string>()
  return (character) => {
    const plain = known.get(character) ?? inPlainLetters(character.toLowerCase()).charAt(0)
    known.set(character, plain)
    return plain
  }
}

function cutAround(text: string, place: number): [start: number, end: number] {
  const start = place <= LEAD ? 0 : wordStart(text, Math.min(place - LEAD, text.length - LENGTH))
  const hard = Math.min(text.length, start + LENGTH - 2)
  if (hard === text.length) return [start, hard]
  const space = text.slice(start, hard).search(/\s\S*$/u)
  const end = space > LENGTH / 2 ? start + space : hard
  return [start, isLowSurrogate(text, end) ? end - 1 : end]
}

function wordStart(text: string, near: number): number {
  const space = text.slice(near, near + LEAD / 2).search(/\s/u)
  const start = space === -1 ? near : near + space + 1
  return isLowSurrogate(text, start) ? start + 1 : start
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

function plain(markdown: string): string {
  return MARKUP.reduce((text, [markup, kept]) => text.replaceAll(markup, kept), markdown)
}

function stemOf(word: string): string {
  const lower = word.toLowerCase()
  const stem = lower.replace(/(?:'s|ing|ed|es|s|ies|y|ation|ions?)$/u, '')
  return stem.length >= 3 ? stem : lower
}
