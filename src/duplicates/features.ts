import { LRUCache } from 'lru-cache'
import { languageOf } from './language.ts'
import { itemsOf } from './lists.ts'
import { MAX_CHARS, tokensOf, type Token } from './tokens.ts'
import { trigramsOf, type Trigrams } from './trigrams.ts'

/** What of an idea is compared. */
export type IdeaText = Readonly<{ title: string; body: string }>

/** An idea as it is read, whatever it is compared with. */
export type Features = Readonly<{
  title: readonly Token[]
  body: readonly Token[]
  all: readonly Token[]
  language: string | undefined
  /** How many words tell something. */
  size: number
  /** How many short things it lists in a row. */
  items: number
  letters: Readonly<{ title: Trigrams; whole: Trigrams }>
}>

/** In bytes, roughly: an idea is compared with many, and ideas that come one after another with the same ones. */
const MAX_REMEMBERED = 12_000_000
const TOKEN_BYTES = 120
const remembered = new LRUCache<string, Features>({
  maxSize: MAX_REMEMBERED,
  sizeCalculation: ({ all, letters: { title, whole } }, key) =>
    2 * key.length + TOKEN_BYTES * all.length + title.byteLength + whole.byteLength,
})

/** Reads an idea, from memory where it was read lately. */
export function featuresOf(idea: IdeaText): Features {
  // What is beyond is read by nothing below.
  const body = idea.body.slice(0, MAX_CHARS)
  const text = `${idea.title}\n${body}`
  const key = `${idea.title.length} ${text}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const features = read(idea.title, body, text)
  remembered.set(key, features)
  return features
}

function read(title: string, body: string, text: string): Features {
  const [titled, bodied] = [tokensOf(title), tokensOf(body)]
  const all = [...titled, ...bodied]
  return {
    title: titled,
    body: bodied,
    all,
    language: languageOf(text, all),
    size: all.filter(({ kind }) => kind !== 'function').length,
    items: Math.max(itemsOf(title), itemsOf(body)),
    letters: { title: trigramsOf(title), whole: trigramsOf(text) },
  }
}
