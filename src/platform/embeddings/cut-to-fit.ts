/** A piece of text that stays together, with its tokens. */
export type Piece = Readonly<{ text: string; cost: number }>

const segmenters = (['sentence', 'word', 'grapheme'] as const).map(
  (granularity) => new Intl.Segmenter('en', { granularity }),
)
/** From the best place to cut to the worst; the last is for a single character of thousands of accents. */
const CUTS: readonly ((text: string) => string[])[] = [
  ...segmenters.map(
    (segmenter) => (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment),
  ),
  (text) => [...text],
]

/** Cuts a text into pieces of at most so many tokens, no finer than needed; together they are the text. */
export function cutToFit(text: string, room: number, cost: (text: string) => number): Piece[] {
  return cut(text, room, cost, 0)
}

function cut(text: string, room: number, cost: (text: string) => number, level: number): Piece[] {
  const whole = { text, cost: cost(text) }
  const divide = CUTS[level]
  if (whole.cost <= room || divide === undefined) return [whole]
  return divide(text).flatMap((part) => cut(part, room, cost, level + 1))
}

/** The two halves of a text by characters; one when it cannot be halved. */
export function halves(text: string): string[] {
  const characters = [...text]
  const middle = Math.ceil(characters.length / 2)
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')].filter(
    (half) => half !== '',
  )
}
