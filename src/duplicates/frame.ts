import type { Token } from './tokens.ts'

/** How two texts lie beside each other. */
export type Frame = Readonly<{
  /** How much of them is the same words in the same order, 0 to 1. */
  share: number
  /** Words of the one where the other has other words, between the same neighbours. */
  slots: readonly (readonly [a: readonly Token[], b: readonly Token[]])[]
}>

const MAX_WORDS = 60

/** Aligns two short texts by their longest common subsequence. `forms`: words of the one that are others of the other. */
export function frameOf(a: readonly Token[], b: readonly Token[], forms: ReadonlyMap<string, string>): Frame {
  const [left, right] = [a.slice(0, MAX_WORDS), b.slice(0, MAX_WORDS)]
  if (left.length + right.length === 0) return { share: 0, slots: [] }
  const isSame = (one: Token | undefined, other: Token | undefined): boolean =>
    one !== undefined && other !== undefined && (one.key === other.key || forms.get(one.key) === other.key)
  const lengths = subsequences(left, right, isSame)
  const share = (2 * (lengths[0]?.[0] ?? 0)) / (left.length + right.length)
  return { share, slots: slotsOf(left, right, isSame, lengths) }
}

type IsSame = (one: Token | undefined, other: Token | undefined) => boolean

/** The length of the longest common subsequence from each pair of places on. */
function subsequences(left: readonly Token[], right: readonly Token[], isSame: IsSame): number[][] {
  const rows: number[][] = [zeros(right.length + 1)]
  for (const one of left.toReversed()) {
    const below = rows[0] ?? []
    const row = zeros(right.length + 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = isSame(one, right[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
    rows.unshift(row)
  }
  return rows
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0)

function slotsOf(
  left: readonly Token[],
  right: readonly Token[],
  isSame: IsSame,
  lengths: readonly number[][],
): Frame['slots'] {
  const slots: [Token[], Token[]][] = []
  let [onlyA, onlyB]: [Token[], Token[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]]
    const isStep = isSame(one, other)
    if (isStep) {
      if (onlyA.length > 0 && onlyB.length > 0) slots.push([onlyA, onlyB])
      ;[onlyA, onlyB] = [[], []]
    }
    const isLeft =
      one !== undefined && (other === undefined || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    if (!isStep && isLeft) onlyA.push(one)
    if (!isStep && !isLeft && other !== undefined) onlyB.push(other)
    if (isStep || isLeft) i += 1
    if (isStep || !isLeft) j += 1
  }
  if (onlyA.length > 0 && onlyB.length > 0) slots.push([onlyA, onlyB])
  return slots
}
