import { directionOf, isCommon, languagesOf, TURNING_PHRASES } from './word-kinds.ts'
import { fold, isConcept, isPhrase, keyOf, partsOf } from './words.ts'

/**
 * A word of a text. `written` is how it stands there, `word` its folded form; `key` is what it stands for, equal for words
 * that mean the same; `weight` is how much it tells.
 */
export type Token = Readonly<{
  written: string
  word: string
  key: string
  kind: 'function' | 'word' | 'number'
  weight: number
}>

/** What counts of a text; more would cost time and tell little. */
export const MAX_CHARS = 4_000
const MAX_REMEMBERED = 20_000

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const PIECES = new RegExp(
  [
    String.raw`(?<url>https?:\/\/\S+)`,
    String.raw`(?<run>[${UNSPACED}]+)`,
    String.raw`(?<number>(?:v(?=\p{N}))?\p{N}+(?:[.,:/-]\p{N}+)*(?![\p{L}]))`,
    String.raw`(?<word>(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}])+(?:[+#]+(?![\p{L}\p{N}]))?)`,
    String.raw`(?<sign>\p{Extended_Pictographic})`,
  ].join('|'),
  'giu',
)

/** The words of a text in their order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  /** The last two words, with where their tokens begin: with the next one they may be a phrase. */
  let last: (readonly [word: string, from: number])[] = []
  const clean = plain(text)
  for (const { 0: piece, groups = {}, index } of clean.matchAll(PIECES)) {
    const other = isMark(piece, clean.slice(0, index), clean.slice(index + piece.length))
      ? [numbered(piece)]
      : otherThanWord(piece, groups)
    if (other !== undefined) {
      for (const token of other) tokens.push(token)
      last = []
      continue
    }
    const word = fold(piece)
    const [phrase, from] = phraseOf(last, word) ?? [word, tokens.length]
    tokens.splice(from, Infinity, ...wordTokens(phrase, piece))
    last = [...last.slice(-1), [word, from]]
  }
  return tokens
}

function plain(text: string): string {
  return text
    .slice(0, MAX_CHARS)
    .normalize('NFKC')
    .replaceAll(/n['’]t\b/g, 'nt')
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
}

/** A single capital, or a Roman number, that tells rooms and courses apart, not the first word of a sentence. */
function isMark(piece: string, before: string, after: string): boolean {
  if (!/^(?:\p{Lu}|I{2,3}|IV|VI{1,3}|IX|XI{0,3})$/u.test(piece)) return false
  // `Statistics I: exams`, but `what I need`.
  if (piece === 'I' && !/^\s*(?:$|[:;,)\n–—-])/u.test(after.slice(0, 4))) return false
  return /[\p{L}\p{N}][\s-]*$/u.test(before.slice(-4))
}

function phraseOf(last: readonly (readonly [string, number])[], word: string): [string, number] | undefined {
  for (const [at, [, from]] of last.entries()) {
    const joined = [...last.slice(at).map(([one]) => one), word].join('_')
    if (isPhrase(joined) || TURNING_PHRASES.has(joined)) return [joined, from]
  }
  return undefined
}

function otherThanWord(piece: string, groups: Readonly<Record<string, string | undefined>>) {
  if (groups['run'] !== undefined) return unspaced(piece)
  if (groups['url'] !== undefined) return [tokenOf(piece, piece.toLowerCase(), 1)]
  if (groups['number'] !== undefined) return [numbered(piece)]
  if (groups['sign'] !== undefined) return [tokenOf(piece, piece, 0.5)]
  return undefined
}

/** Pairs of characters, where no spaces tell words. */
function unspaced(run: string): Token[] {
  const points = [...run]
  if (points.length < 2) return [tokenOf(run, run, 0.5)]
  return points.slice(1).map((point, at) => {
    const pair = `${points[at] ?? ''}${point}`
    return tokenOf(pair, pair, 0.5)
  })
}

/** As a number or version is compared: `v052` is `52`. */
function numbered(written: string): Token {
  const word = written
    .toLowerCase()
    .replace(/^v(?=\p{N})/u, '')
    .replace(/^0+(?=\p{N})/u, '')
  return { written, word, key: word, kind: 'number', weight: 1 }
}

/** Numbers written together with their unit. */
const QUANTITY =
  /^(\p{N}+)(?:st|nd|rd|th|am|pm|h|min|s|ms|kg|g|mg|km|m|cm|mm|l|ml|kb|mb|gb|tb|px|dp|w|kw|kwh|v|x|eur|usd|k)$/u
const remembered = new Map<string, readonly Token[]>()

function wordTokens(word: string, written: string): readonly Token[] {
  const id = `${word} ${written}`
  const known = remembered.get(id)
  if (known !== undefined) return known
  const made = madeOf(word, written)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(id, made)
  return made
}

function madeOf(word: string, written: string): readonly Token[] {
  if (languagesOf(word) !== undefined || directionOf(word) !== undefined)
    return [{ written, word, key: word, kind: 'function', weight: 0 }]
  const key = keyOf(word)
  // `two` is 2.
  if (/^=\p{N}/u.test(key))
    return [{ written, word: key.slice(1), key: key.slice(1), kind: 'number', weight: 1 }]
  if (!isConcept(key) && /\p{N}/u.test(word)) {
    const quantity = QUANTITY.exec(word)?.[1]
    return [{ ...numbered(quantity ?? word), written }]
  }
  const parts = isConcept(key) ? undefined : partsOf(word)
  return (
    parts?.map((part) => ({ ...tokenOf(written, word, undefined), key: part })) ?? [tokenOf(written, word)]
  )
}

function tokenOf(written: string, word: string, weight?: number): Token {
  const key = keyOf(word)
  const usual = word.length === 1 ? 0.3 : isCommon(key) ? 0.4 : isConcept(key) ? 0.8 : 1
  return { written, word, key, kind: 'word', weight: weight ?? usual }
}
