import type { FileResult } from './results.ts'

/**
 * The skipped tests that are missing in a list. A line of the list is the start of a full title, ` :: ` and the reason; `#`
 * begins a comment.
 */
export function unexpectedSkips(results: readonly FileResult[], list: string): string[] {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const allowed = lines.map((line) => {
    const end = line.lastIndexOf(' :: ')
    if (end === -1) throw new Error(`a skip needs its reason after " :: ": ${line}`)
    return line.slice(0, end)
  })
  return results
    .flatMap(({ skipped }) => skipped)
    .filter((title) => !allowed.some((start) => title.startsWith(start)))
}
