import { diffArrays } from 'diff'

/** A part of a text; `isOnlyHere` if the other text does not have it. */
export type Part = Readonly<{ text: string; isOnlyHere: boolean }>

/** Texts that differ in more words are marked as a whole: looking for what they share would take too long. */
const MAX_DIFFERENCES = 1_000
/** Words and other signs, each with the white space behind it; where words are not parted by spaces, every sign is one. */
const WORDS = /(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+\s*|.\s*/gsu

/** Compares a text with another, word by word; the parts in their order are the text. */
export function differences(text: string, other: string): Part[] {
  const options = {
    comparator: (a: string, b: string) => a.trim() === b.trim(),
    maxEditLength: MAX_DIFFERENCES,
  }
  const changes = diffArrays(other.match(WORDS) ?? [], text.match(WORDS) ?? [], options)
  if (changes === undefined) return [{ text, isOnlyHere: true }]
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value.join(''), isOnlyHere: added }))
}

/** Wraps the words that only `fragment` has in `<mark>`. */
export function markDifferences(fragment: DocumentFragment, other: DocumentFragment): void {
  const parts = differences(fragment.textContent, other.textContent)
  for (const node of textsOf(fragment)) {
    const pieces: (string | HTMLElement)[] = []
    for (let left = node.data.length; left > 0;) {
      const part = parts.shift()
      if (part === undefined) break
      const piece = part.text.slice(0, left)
      left -= piece.length
      if (piece !== part.text) parts.unshift({ ...part, text: part.text.slice(piece.length) })
      pieces.push(part.isOnlyHere && piece.trim() !== '' ? marked(piece) : piece)
    }
    node.replaceWith(...pieces)
  }
}

function textsOf(fragment: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  return texts
}

function marked(text: string): HTMLElement {
  const mark = document.createElement('mark')
  mark.append(text)
  return mark
}
