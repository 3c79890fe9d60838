/** What two multisets share of their elements, 0 to 1: the coefficient of Sørensen and Dice. 0 for two empty ones. */
export function diceOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [element, count] of a) shared += Math.min(count, b.get(element) ?? 0)
  const total = sizeOf(a) + sizeOf(b)
  return total === 0 ? 0 : (2 * shared) / total
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  let size = 0
  for (const count of counts.values()) size += count
  return size
}

/** What two sequences share in the same order, 0 to 1: twice their longest common subsequence over both lengths. 0 for two empty ones. */
export function orderedShare(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0)
  for (const one of a) {
    let [diagonal, left] = [0, 0]
    row = row.map((above, at) => {
      left = one === b[at] ? diagonal + 1 : Math.max(above, left)
      diagonal = above
      return left
    })
  }
  const total = a.length + b.length
  return total === 0 ? 0 : (2 * (row.at(-1) ?? 0)) / total
}

/** What stands in the one sequence where the other has something else, when all before and all after is the same, and nothing between. */
export function replacedRun(
  a: readonly string[],
  b: readonly string[],
): { a: string[]; b: string[] } | undefined {
  const most = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < most && a[start] === b[start]) start += 1
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const runs = { a: a.slice(start, a.length - end), b: b.slice(start, b.length - end) }
  const isReplaced = runs.a.length > 0 && runs.b.length > 0 && orderedShare(runs.a, runs.b) === 0
  return isReplaced ? runs : undefined
}
