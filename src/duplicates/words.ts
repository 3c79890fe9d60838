import { ACTIONS } from './lexicon/actions.ts'
import { LIFE } from './lexicon/life.ts'
import { SOFTWARE } from './lexicon/software.ts'
import { TIME } from './lexicon/time.ts'
import { WORK } from './lexicon/work.ts'

/** Small letters without accents, so that `Ä`, `ä` and a typed `a` are one. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[’ʼ`´]/g, "'")
}

const SUFFIXES =
  /(?<=.{4})(?:isations?|izations?|ations?|ingly|ments?|ness|ings?|ions?|ated|ates?|ising|izing|ises?|izes?|ised|ized|ers?|ed|es|en|er|em|ly|s|e|n|o|a|y|i)$/

/** What the forms of a word share, roughly, whatever its language. */
export function stem(word: string): string {
  if (word.length <= 3 || /\p{N}/u.test(word)) return word
  const plural = word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '')
  return plural
    .replace(SUFFIXES, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/(?<=.{3})[eyi]$/, '')
}

/** The lines of a word list. */
export const linesOf = (list: string): string[] => list.split('\n').filter((line) => line.trim() !== '')

/** The words of a line as they are looked up: folded, the words of a phrase and the parts of a word joined by `_`. */
export const entriesOf = (line: string): string[] =>
  line
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => fold(word).replaceAll(/['-]/g, '_'))

const { concepts, phrases } = readConcepts([TIME, ACTIONS, LIFE, SOFTWARE, WORK].flatMap(linesOf))

function readConcepts(lines: readonly string[]) {
  const known = new Map<string, string>()
  for (const words of lines.map(entriesOf)) {
    for (const word of words) if (!known.has(word)) known.set(word, `=${words[0] ?? ''}`)
  }
  // Stems after all words as they are, which come first.
  for (const [word, concept] of Array.from(known)) if (!known.has(stem(word))) known.set(stem(word), concept)
  return { concepts: known, phrases: new Set([...known.keys()].filter((word) => word.includes('_'))) }
}

/** Whether neighbouring words, joined by `_`, are a phrase with a meaning of its own. */
export const isPhrase = (joined: string): boolean => phrases.has(joined)

const conceptOf = (word: string): string | undefined => concepts.get(word) ?? concepts.get(stem(word))

/** What a folded word stands for: a concept (`=delete`) that it shares with other words and languages, or its stem. */
export function keyOf(word: string): string {
  return conceptOf(word) ?? stem(word)
}

/** Whether a key is that of a known concept. */
export const isConcept = (key: string): boolean => key.startsWith('=')

/** The concepts of the two words of a compound (`sprachnotiz`), or nothing. */
export function partsOf(word: string): readonly string[] | undefined {
  if (word.length < 8 || word.length > 30) return undefined
  for (let at = 4; at <= word.length - 4; at += 1) {
    const tail = conceptOf(word.slice(at))
    if (tail === undefined) continue
    const left = word.slice(0, at)
    const head = concepts.get(left) ?? concepts.get(left.replace(/(?:e?s|e?n)$/, ''))
    if (head !== undefined && head !== tail) return [head, tail]
  }
  return undefined
}
