/**
 * What stands between two white spaces of a query: its words, and itself where an index may take it for one word or the
 * order of its words tells more (`wi-fi`, `foo:bar`, `☂`).
 */
export type Term = Readonly<{ words: readonly string[]; whole?: string }>

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Without spaces between words: each of these scripts has words inside what others would take for one. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** As frequent as the stop words of English, and part of every sentence. */
const PARTICLE = /^\p{sc=Hira}$/u
const SYMBOL = /\p{So}/u
/** What divides words for people, and for indexes not always: all but `don't` and `3.14`. */
const DIVIDERS = /(?:[^\p{L}\p{M}\p{N}'’.,]|(?<!\p{N})[.,]|[.,](?!\p{N}))+/u
const EDGES = /^[[\p{P}\p{S}]--_]+|[[\p{P}\p{S}]--_]+$/gv
const MAX_WHOLE = 50
const MAX_UNSPACED = 50

/** The different terms of a query, in its order. */
export function termsOf(query: string): Term[] {
  const terms = query.split(/\s+/u).flatMap(termsIn)
  const telling = terms.filter(({ words: [word = ''] }) => !PARTICLE.test(word))
  const kept = telling.length > 0 ? telling : terms
  return [...new Map(kept.map((term) => [JSON.stringify(term).toLowerCase(), term])).values()]
}

function termsIn(piece: string): Term[] {
  const words = [...segmenter.segment(piece)]
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.split(DIVIDERS))
    .filter((word) => word !== '')
  if (words.length === 0) return SYMBOL.test(piece) ? [{ words: [piece] }] : []
  if (UNSPACED.test(piece)) return words.flatMap(shortened).map((word) => ({ words: [word] }))
  if (words.length === 1 && piece.replaceAll(EDGES, '') === words[0]) return [{ words }]
  return words.length > MAX_WHOLE ? words.map((word) => ({ words: [word] })) : [{ words, whole: piece }]
}

/** A run that no dictionary divides may be as long as the query. */
function shortened(word: string): string[] {
  const points = [...word]
  const parts: string[] = []
  for (let at = 0; at < points.length; at += MAX_UNSPACED) {
    parts.push(points.slice(at, at + MAX_UNSPACED).join(''))
  }
  return parts
}
