import { SEARCH_LIMITS } from './schema.ts'

/**
 * A word, or several that an index may treat as one (`foo:bar`, `node.js`) together with the `whole`. `begun`: its last word ends the
 * query, so that it may be only the beginning of a word.
 */
export type Term = Readonly<{ words: readonly string[]; whole?: string; begun?: true }>

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** A single hiragana: as frequent as a stop word in English. */
const PARTICLE = /^\p{sc=Hira}$/u
/** Several consecutive ideographs may be a word that is missing in the dictionary. */
const IDEOGRAPH = /^\p{sc=Han}$/u
/** Pictures and flags, the only symbols that the indexes keep: a query of others would match everything. */
const SYMBOL = /\p{Extended_Pictographic}|\p{RI}{2}/u
/** Separators within a segment, which some analysers keep as part of a word; not those of `don't` and `3.14`. */
const DIVIDERS = /(?:[^\p{L}\p{M}\p{N}'’.,]|(?<!\p{N})[.,]|[.,](?!\p{N}))+/u
/** An elided French word: `d'`, `jusqu'`. */
const ELIDED = /^(?:[cdjlmnst]|(?:jus|lors|puis)?qu)['’ʼ](?=\p{L}{2})/iu
/** Those of Lucene's `english` analyser. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to ' +
    'was will with'
  ).split(' '),
)
/** Shorter ones begin too many words; the index enumerates them all. */
const BEGUN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]{2,49}$/u
const MAX_WHOLE = 50
const MAX_UNSPACED = 50
const MAX_SINGLE = 8

/** The distinct terms of a query, in order, as far as they have no more words than the limit. */
export function termsOf(query: string): Term[] {
  const terms = query.split(/\s+/u).flatMap(termsIn)
  const telling = terms.filter(({ words: [word = ''] }) => !PARTICLE.test(word))
  const kept = telling.length > 0 ? telling : terms
  const distinct = [...new Map(kept.map((term) => [JSON.stringify(term).toLowerCase(), term])).values()]
  const last = terms.at(-1)?.words.at(-1) ?? ''
  const isBegun = BEGUN.test(last) && query.endsWith(last)
  let words = 0
  return distinct
    .filter((term) => (words += term.words.length) <= SEARCH_LIMITS.words)
    .map((term) => (isBegun && term.words.at(-1) === last ? { ...term, begun: true } : term))
}

/** Whether the index of stems lacks the word. */
export function isStopWord({ words: [word = ''], whole }: Term): boolean {
  return whole === undefined && STOP_WORDS.has(word.toLowerCase().replace(/['’]s$/u, ''))
}

function termsIn(piece: string): Term[] {
  const segments = [...segmenter.segment(piece)].filter(({ isWordLike }) => isWordLike)
  if (segments.length === 0) return SYMBOL.test(piece) ? [{ words: [piece] }] : []
  const terms: Term[] = []
  let single: string[] = []
  const endSingle = (): void => {
    if (single.length > 0) terms.push({ words: single, ...(single.length > 1 && { whole: single.join('') }) })
    single = []
  }
  for (const [at, { segment, index }] of segments.entries()) {
    const isSingle = IDEOGRAPH.test(segment)
    const isNext = index === (segments[at - 1]?.index ?? 0) + 1
    if (!isSingle || !isNext || single.length === MAX_SINGLE) endSingle()
    if (isSingle) single.push(segment)
    else terms.push(...termsOfSegment(segment))
  }
  endSingle()
  return terms
}

function termsOfSegment(segment: string): Term[] {
  const divided = segment.split(DIVIDERS).filter((word) => word !== '')
  const words = divided.map((word) => word.replace(ELIDED, ''))
  if (words.length === 0) return []
  if (words.length === 1 && words[0] === segment && !UNSPACED.test(segment)) return [{ words }]
  if (UNSPACED.test(segment) || words.length > MAX_WHOLE) {
    // An analyser treats some separators, such as `_`, as part of the word.
    const isDivided = words[0] !== segment && segment.length <= MAX_UNSPACED
    return words.flatMap(shortened).map((word) => ({ words: [word], ...(isDivided && { whole: segment }) }))
  }
  return [{ words, whole: segment }]
}

/** Splits long runs that the dictionary does not divide. */
function shortened(word: string): string[] {
  const points = [...word]
  const parts: string[] = []
  for (let at = 0; at < points.length; at += MAX_UNSPACED) {
    parts.push(points.slice(at, at + MAX_UNSPACED).join(''))
  }
  return parts
}
