import { SEARCH_LIMITS } from './schema.ts'
import { formsOfWord, inPlainLetters } from '../../platform/word-forms.ts'
import type { Term } from './query-terms.ts'

/**
 * What Lucene is asked about a word. `title`, `body`: the clauses for it in the title, and in the body or in another form in either, parts
 * of a query. `either`: the query for it in the title or the body as it stands; `longer`: that for words that begin with it,
 * null if it is complete.
 */
export type WordQueries = Readonly<{ title: string; body: string; either: string; longer: string | null }>

/** As many as two bits for each word in a score, a float of 24 bits; Lucene allows 1,024 clauses, a word has at most fifty. */
const WORDS_PER_MASK = 12

/** A run of letters of these scripts is one token for the analyser, so its words are searched with wildcards. */
const RUNS =
  /^(?:[\p{M}ー]|(?=[\p{L}\p{N}])[\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])+$/u

const PLAIN = /^[\p{L}\p{M}\p{N}]+$/u

/**
 * Builds Lucene queries on the ideas of one user for each distinct word of the terms; the whole of a term stands for each of
 * its words. Terms cannot inject syntax: they are quoted and escaped, or consist of letters and digits.
 */
export function luceneQueries(userId: string, terms: readonly Term[]): WordQueries[] {
  const owner = ownedBy(userId)
  let inside = 0
  const clausesOf = (word: string, whole: string | undefined): string[] => {
    if (formsOf(word).some((form) => RUNS.test(form))) inside += 1
    const isInside = inside <= SEARCH_LIMITS.wordsInside
    return [
      ...formsOf(word).flatMap((form) => [
        quoted(form),
        ...(isInside && RUNS.test(form) ? [`*${form}*`] : []),
      ]),
      ...(whole === undefined ? [] : formsOf(whole).map(quoted)),
    ]
  }
  const queries = terms.flatMap(({ words, whole, begun }) =>
    words.map((word, at) => {
      const clauses = clausesOf(word, whole)
      const forms = formsOfWord(word).map((form) => `wordForms:${quoted(form)}`)
      const inField = (field: 'title' | 'body'): string =>
        clauses.map((clause) => `${field}:${clause}`).join(' ')
      return {
        title: inField('title'),
        body: [inField('body'), ...forms].join(' '),
        either: `${owner} +(${inField('title')} ${inField('body')})`,
        longer: begun && at === words.length - 1 ? `${owner} +(${beginningWith(word)})` : null,
      }
    }),
  )
  return [...new Map(queries.map((query) => [query.either, query])).values()]
}

/**
 * One query for every 12 words. The score of an idea has two bits for each of them: the lower one tells that its title holds the
 * word, the higher one its body. `^0` keeps the scores of the clauses themselves out of the sum, `*:*` matches any idea
 * with its boost as the score.
 */
export function maskQueries(userId: string, words: readonly WordQueries[]): string[] {
  const bits = words.map(({ title, body }, at) => {
    const low = 4 ** (at % WORDS_PER_MASK)
    return `(+(${title})^0 +*:*^${low}) (+(${body})^0 +*:*^${2 * low})`
  })
  return Array.from({ length: Math.ceil(bits.length / WORDS_PER_MASK) }, (_, at) => {
    const part = bits.slice(at * WORDS_PER_MASK, (at + 1) * WORDS_PER_MASK)
    return `${ownedBy(userId)} +(${part.join(' ')})`
  })
}

/**
 * The clause for the last group of the owner's id, of 48 random bits, which is one token of the index: the whole would be a phrase
 * of five, and matching it a third of a search. What a statement returns is checked by the whole id.
 */
function ownedBy(userId: string): string {
  return `+userId:${quoted(userId.slice(userId.lastIndexOf('-') + 1))}^0`
}

/** In the fields of both indexes. The compatibility form of a letter may be several words (`ﷺ`). */
function beginningWith(word: string): string {
  return formsOf(word)
    .filter((form) => PLAIN.test(form))
    .flatMap((form) => ['title', 'body', 'wordForms'].map((field) => `${field}:${form}*`))
    .join(' ')
}

/** In every Unicode normalisation form, in plain letters, and with a typographic apostrophe. */
function formsOf(word: string): string[] {
  const forms = [
    word,
    word.normalize('NFC'),
    word.normalize('NFD'),
    word.normalize('NFKC'),
    inPlainLetters(word),
    word.replaceAll(/['ʼ]/gu, '’'),
  ]
  return [...new Set(forms)]
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
