/** What of an idea is compared. */
export type IdeaText = Readonly<{ title: string; body: string }>

/** An idea's text as the signals use it. */
export type ReadText = Readonly<{
  /** The title without case and punctuation. */
  title: string
  /** The words of the title in their order, lower case, without those that carry no meaning. */
  titleWords: readonly string[]
  titleNumbers: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** How often each run of three characters occurs in title and body. */
  trigrams: ReadonlyMap<string, number>
  /** Characters of title and body. */
  length: number
}>

const MAX_CHARS = 2_000
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could do does for from had has have i in into is it its me my of on or our should so ' +
    'that the their them then there these they this those to us was we were when where which while who will with would you your'
  ).split(' '),
)
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Reads the title and the first 2,000 characters of the body. */
export function readText({ title, body }: IdeaText): ReadText {
  const text = body === '' ? title : `${title}\n${body.slice(0, MAX_CHARS)}`
  return {
    title: lettersOf(title),
    titleWords: wordsOf(title),
    titleNumbers: numbersOf(title),
    numbers: numbersOf(text),
    trigrams: trigramsOf(text),
    length: text.length,
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Letters and digits with single spaces between words. */
function lettersOf(text: string): string {
  return folded(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function wordsOf(text: string): string[] {
  const segments = [...segmenter.segment(folded(text))]
  const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return telling.length > 0 ? telling : words
}

/** Also parts of versions, dates and times, each as one: `2.4.1`, `2023-11-05`, `10:30`. */
function numbersOf(text: string): Set<string> {
  return new Set(folded(text).match(/\d+(?:[.,:/-]\d+)*/g))
}

function trigramsOf(text: string): Map<string, number> {
  const clean = ` ${lettersOf(text)} `
  const counts = new Map<string, number>()
  for (let at = 0; at + 3 <= clean.length; at += 1) {
    const trigram = clean.slice(at, at + 3)
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  return counts
}
