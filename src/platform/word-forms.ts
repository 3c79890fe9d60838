import { stemmer as frenchStem } from '@orama/stemmers/french'
import { stemmer as germanStem } from '@orama/stemmers/german'

type Language = Readonly<{
  code: string
  words: ReadonlySet<string>
  letters?: RegExp
  stem: (word: string) => string
}>

/** The languages whose stems are stored; the full-text index itself stems English. A text is in the one that most of its words tell. */
const LANGUAGES: readonly Language[] = [
  {
    code: 'de',
    words: setOf(
      'aber als am an auch auf aus bei beim das dass dem den der des die durch ein eine einem einen einer er es für haben hat ' +
        'ich ihr im in ist kann kein man mein mit nach nicht noch nur oder ohne sein sich sie sind so über um und uns unter ' +
        'vom von vor war was wenn wer wie wir wird werden will zu zum zur',
    ),
    letters: /[äöüß]/u,
    // Snowball keeps the endings of verbs in `-eln`: `sammeln`, `sammelt`.
    stem: (word) => germanStem(word).replace(/(?<=\p{L}{2}el)[nt]$/u, ''),
  },
  {
    code: 'fr',
    words: setOf(
      'au aux avec c ce ces cette comme d dans de des du elle en est et être il ils j je l la le les leur mais mes mon n ne nous on ' +
        'ou où par pas plus pour qu que qui s sa sans se ses son sont sur un une vos votre vous y à',
    ),
    letters: /[àâçèéêëîïôœùû]/u,
    stem: frenchStem,
  },
]
const ENGLISH = setOf(
  'a about all an and are as at be but by can do for from has have how i if in into is it its my no not of on or our s so such t ' +
    'than that the their them then there these they this to was we were what when which who will with you your',
)
/** Characters by which the language is told. */
const SAMPLE = 2_000
/** What the tokeniser of the index keeps as one: words with these characters between them; `ʼ` is a letter. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[.:·'’_][\p{L}\p{M}\p{N}]+)*/gu
/** Longer ones are no words; stemming takes longer than linear time. */
const MAX_WORD = 50
const JOINTS = /[.:·_]|(?<=^(?:[cdjlmnst]|(?:jus|lors|puis)?qu))['’ʼ]/u
const WORD = /^\p{L}{2}/u
/** `node.js` is a name, `window.close` is code. */
const CODE = /\.\p{L}{5,}$/u
const LATIN = /^[\p{sc=Latin}\p{M}\p{N}]+$/u
/** Snippets compare tens of thousands of words; those of scripts without case, such as Han and Hangul, are what they are. */
const PLAIN = /^[\p{ASCII}\p{Lo}]*$/u
/** In other scripts a mark may be part of a letter, or a vowel. */
const MARKS = /(?<=[\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu
/** What has no decomposition in Unicode, or one that does not hold for all of its script, and is often typed otherwise. */
const UNLIKE = /[ßłøœæđðþıςё’ʼ]/giu
const TYPED = new Map(
  "ßss łl øo œoe æae đd ðd þth ıi ςσ ёе ’' ʼ'".split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]),
)

/**
 * The forms of the words of texts that the English analyser of the full-text index does not make, separated by spaces: the parts
 * of `node.js` and `l'idée`, words in plain letters, and stems if they are German or French; null without any.
 */
export function wordForms(...texts: readonly string[]): string | null {
  const text = texts.join('\n')
  const language = languageOf(text)
  const forms = new Set<string>()
  for (const token of tokensIn(text)) {
    for (const part of new Set([token, ...partsOf(token)])) {
      if (part !== token && WORD.test(part)) forms.add(part)
      const plain = inPlainLetters(part)
      if (plain !== part) forms.add(plain)
      if (language !== undefined && LATIN.test(part)) forms.add(stemOf(part, language))
    }
  }
  return forms.size === 0 ? null : [...forms].join(' ')
}

/** The forms by which a word of a query may have been stored. */
export function formsOfWord(word: string): string[] {
  const lower = word.normalize('NFC').toLowerCase()
  if (lower.length > MAX_WORD) return []
  if (!LATIN.test(lower)) return [inPlainLetters(lower)]
  return [inPlainLetters(lower), ...LANGUAGES.map((language) => stemOf(lower, language))]
}

function tokensIn(text: string): string[] {
  const pieces = text.split(/\s+/u).filter((piece) => !isAddress(piece))
  const tokens = pieces.join(' ').normalize('NFC').toLowerCase().match(TOKEN) ?? []
  return [...new Set(tokens)].filter((token) => token.length <= MAX_WORD)
}

function partsOf(token: string): string[] {
  return CODE.test(token) ? [token] : token.split(JOINTS)
}

/** Addresses name sites and files rather than what a text is about. By `indexOf`, because an expression would take quadratic time. */
function isAddress(piece: string): boolean {
  const slash = piece.indexOf('/')
  return slash !== -1 && (piece.includes('://') || piece.indexOf('.', slash) !== -1)
}

/** Undefined for English, and without a majority. */
function languageOf(text: string): Language | undefined {
  const words = tokensIn(text.slice(0, SAMPLE)).flatMap(partsOf)
  const english = words.filter((word) => ENGLISH.has(word)).length
  const [best] = LANGUAGES.map((language) => ({
    language,
    count: words.filter((word) => language.words.has(word) || language.letters?.test(word)).length,
  })).toSorted((a, b) => b.count - a.count)
  return best !== undefined && best.count > english ? best.language : undefined
}

/** The tokeniser keeps `de_haus` as one, which is no word of a text. */
function stemOf(word: string, { code, stem }: Language): string {
  return `${code}_${inPlainLetters(stem(word))}`
}

/** A text without the diacritics of Latin and Greek, with letters as they are typed on other keyboards, and with one kind of apostrophe. */
export function inPlainLetters(text: string): string {
  if (PLAIN.test(text)) return text
  const bare = text.normalize('NFD').replaceAll(MARKS, '').normalize('NFC')
  return bare.replaceAll(UNLIKE, (letter) => TYPED.get(letter.toLowerCase()) ?? letter)
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
