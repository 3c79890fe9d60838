import { createHash } from 'node:crypto'
import type { PassageText } from './embedder.ts'
import { blocksOf } from './markdown-blocks.ts'
import type { Measure } from './measure.ts'
import { pack, textOf, type Unit } from './pack.ts'
import { cutToFit, halves } from './cut-to-fit.ts'

/** Models see a word of any length as few tokens, or as one; this bounds the characters of a passage, too. */
const MAX_CHARS_PER_TOKEN = 10
/** Only words and characters are counted again and again. */
const REMEMBERED_CHARS = 16

/** Splits an idea into passages on the boundaries of its Markdown, each within the model's limit; never none. */
export function splitIdea(idea: Readonly<{ title: string; body: string }>, measure: Measure): PassageText[] {
  const cost = costBy(measure)
  const title = beginning(idea.title, measure.limit / 2, cost)
  const room = measure.limit - cost(title)
  const units = blocksOf(idea.body).flatMap(({ text, heading }) =>
    cutToFit(text, room, cost).map((piece, index): Unit => ({ ...piece, heading, opens: index === 0 })),
  )
  const texts = pack(units, room)
    .flatMap((passage) => fitted(passage, title, measure))
    .filter((text) => text !== '')
  return (texts.length === 0 ? [''] : texts).map((text) => {
    const input = inputOf(title, text)
    return { text, input, hash: createHash('sha256').update(input).digest('hex') }
  })
}

/** As much of a text as has room: 200 characters of some scripts are more tokens than a passage may have. */
function beginning(text: string, room: number, cost: (text: string) => number): string {
  let used = 0
  const pieces = cutToFit(text, room, cost)
  const end = pieces.findIndex((piece) => (used += piece.cost) > room)
  return pieces
    .slice(0, end === -1 ? undefined : end)
    .map((piece) => piece.text)
    .join('')
}

/** The texts of a passage: more than one only where pieces are more tokens together than each by itself. */
function fitted(units: readonly Unit[], title: string, measure: Measure): string[] {
  const text = textOf(units)
  if (measure.count(inputOf(title, text)) <= measure.limit) return [text]
  const parts =
    units.length > 1
      ? units
      : halves(text).map((half): Unit => ({ text: half, cost: 0, heading: false, opens: false }))
  if (parts.length < 2) return [text]
  const middle = Math.ceil(parts.length / 2)
  return [...fitted(parts.slice(0, middle), title, measure), ...fitted(parts.slice(middle), title, measure)]
}

function inputOf(title: string, text: string): string {
  return text === '' ? title : `${title}\n${text}`
}

function costBy(measure: Measure): (text: string) => number {
  const known = new Map<string, number>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const cost = Math.max(measure.count(text), Math.floor(text.length / MAX_CHARS_PER_TOKEN))
    if (text.length <= REMEMBERED_CHARS) known.set(text, cost)
    return cost
  }
}
