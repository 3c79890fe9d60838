import { SEARCH_LIMITS } from './schema.ts'
import { formsOfWord, withoutMarks } from '../../platform/word-forms.ts'
import type { Term } from './words.ts'

/**
 * The Lucene queries of a word: in the title; in the body, or in another form in either; in the title or the body as it stands;
 * for words that begin with it, null if it is complete.
 */
export type WordQueries = Readonly<{ title: string; body: string; either: string; longer: string | null }>

/** A run of letters of these scripts is one token for the analyser, so its words are searched with wildcards. */
const RUNS =
  /^(?:[\p{M}ー]|(?=[\p{L}\p{N}])[\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])+$/u

const PLAIN = /^[\p{L}\p{M}\p{N}]+$/u

/**
 * Builds Lucene queries on the ideas of one user for each distinct word of the terms; the whole of a term stands for each of
 * its words. Terms cannot inject syntax: they are quoted and escaped, or consist of letters and digits.
 */
export function luceneQueries(userId: string, terms: readonly Term[]): WordQueries[] {
  const owner = `+userId:${quoted(ownerToken(userId))}^0`
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
      const [title, body] = (['title', 'body'] as const).map((field) =>
        clauses.map((clause) => `${field}:${clause}`).join(' '),
      )
      return {
        title: `${owner} +(${title})`,
        body: `${owner} +(${[body, ...forms].join(' ')})`,
        either: `${owner} +(${title} ${body})`,
        longer: begun && at === words.length - 1 ? `${owner} +(${beginningWith(word)})` : null,
      }
    }),
  )
  return [...new Map(queries.map((query) => [query.either, query])).values()]
}

/**
 * The last group of the owner's id, of 48 random bits, which is one token of the index: the whole would be a phrase of five, and
 * matching it a third of a search. What a statement returns is checked by the whole id.
 */
function ownerToken(userId: string): string {
  return userId.slice(userId.lastIndexOf('-') + 1)
}

/** In the fields of both indexes. The compatibility form of a letter may be several words (`ﷺ`). */
function beginningWith(word: string): string {
  return formsOf(word)
    .filter((form) => PLAIN.test(form))
    .flatMap((form) => ['title', 'body', 'wordForms'].map((field) => `${field}:${form}*`))
    .join(' ')
}

/** In every Unicode normalisation form, and without diacritics. */
function formsOf(word: string): string[] {
  const forms = [
    word,
    word.normalize('NFC'),
    word.normalize('NFD'),
    word.normalize('NFKC'),
    withoutMarks(word),
  ]
  return [...new Set(forms)]
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
