import type { Term } from './words.ts'

/** Lucene queries, each for a share of the terms: `any` matches at least one term of its share, `all` matches all of them. */
export type LuceneQueries = Readonly<{ any: string[]; all: string[] }>

/** A run of letters of these scripts is one token for the analyser, so its words are searched with wildcards. */
const RUNS =
  /^(?:[\p{M}ー]|(?=[\p{L}\p{N}])[\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])+$/u
/** Lucene rejects queries of more than 1,024 tokens, where each counts once per field. */
const MAX_TOKENS = 400
/** The analyser splits longer words into tokens of this length. */
const TOKEN_LENGTH = 255

/**
 * Builds Lucene queries on the ideas of one user. Terms cannot inject syntax: they are quoted and escaped, or consist of
 * letters.
 */
export function luceneQueries(userId: string, terms: readonly Term[]): LuceneQueries {
  const owner = `+userId:${quoted(userId)}^0`
  const shares = sharesOf(terms)
  return {
    any: shares.map((share) => `${owner} +(${share.map(anyOf).join(' ')})`),
    all: shares.map((share) => `${owner} ${share.map((term) => `+(${allOf(term)})`).join(' ')}`),
  }
}

function anyOf({ words, whole }: Term): string {
  return [...(whole === undefined ? [] : [whole]), ...words].map(inFields).join(' ')
}

function allOf({ words, whole }: Term): string {
  if (whole === undefined) return words.map(inFields).join(' ')
  return `${inFields(whole)} (${words.map((word) => `+(${inFields(word)})`).join(' ')})`
}

/** Clauses for a word in title or body, in every Unicode normalisation form. */
function inFields(word: string): string {
  return formsOf(word)
    .flatMap((form) => [quoted(form), ...(RUNS.test(form) ? [`*${form}*`] : [])])
    .map((clause) => `title:${clause} body:${clause}`)
    .join(' ')
}

function formsOf(word: string): string[] {
  return [...new Set([word, word.normalize('NFC'), word.normalize('NFD'), word.normalize('NFKC')])]
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

function sharesOf(terms: readonly Term[]): Term[][] {
  const shares: Term[][] = []
  let room = 0
  for (const term of terms) {
    const tokens = tokensOf(term)
    if (tokens > room || shares.length === 0) {
      shares.push([])
      room = MAX_TOKENS
    }
    shares.at(-1)?.push(term)
    room -= tokens
  }
  return shares
}

/** An upper bound of the number of tokens per field. */
function tokensOf({ words, whole }: Term): number {
  const tokens = (word: string): number => {
    const inOne = /[\p{sc=Han}\p{sc=Hira}]/u.test(word) ? [...word].length : 1
    return formsOf(word).length * (inOne + Math.ceil(word.length / TOKEN_LENGTH))
  }
  const own = words.reduce((sum, word) => sum + tokens(word), 0)
  return whole === undefined ? own : own + formsOf(whole).length * own
}
