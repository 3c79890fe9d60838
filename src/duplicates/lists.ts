import { MAX_CHARS } from './tokens.ts'

const SENTENCES = /[.!?;\n。]/u
const ITEMS = /[,:、]|\b(?:and|or|und|oder|et|ou|y|o|e|en|of)\b/u
/** An item of more words is a clause. */
const MAX_WORDS = 4

/** How many short items a text lists in a row, as a plan does with its steps. */
export function itemsOf(text: string): number {
  const runs = text.slice(0, MAX_CHARS).split(SENTENCES).map(longestRun)
  return Math.max(0, ...runs)
}

function longestRun(sentence: string): number {
  let [run, longest] = [0, 0]
  for (const item of sentence.split(ITEMS)) {
    const words = item.split(/\s+/u).filter((word) => word !== '').length
    run = words > 0 && words <= MAX_WORDS ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
