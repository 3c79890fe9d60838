import type { Token } from './tokens.ts'
import { directionOf } from './word-kinds.ts'

/** What a title puts first or prefers, and the next word of what it puts second. */
type Directed = Readonly<{ first: ReadonlySet<string>; nearest: string }>

/** Whether two titles say the same the other way round, as pages instead of scrolling and scrolling instead of pages. */
export function areExchanged(a: readonly Token[], b: readonly Token[]): boolean {
  const [one, other] = [directed(a), directed(b)]
  return (
    one !== undefined && other !== undefined && other.first.has(one.nearest) && one.first.has(other.nearest)
  )
}

function directed(title: readonly Token[]): Directed | undefined {
  const isJourney = title.some(({ word }) => directionOf(word) === 'from')
  for (const [at, { word }] of title.entries()) {
    const direction = directionOf(word)
    if (direction === undefined || direction === 'from' || (direction === 'to' && !isJourney)) continue
    const [left, right] = [telling(title.slice(0, at)), telling(title.slice(at + 1))]
    const [first, second] = direction === 'after' ? [right, left.toReversed()] : [left, right]
    const nearest = second[0]
    if (nearest !== undefined && first.length > 0) return { first: new Set(first), nearest }
  }
  return undefined
}

const telling = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ kind }) => kind !== 'function').map(({ key }) => key)
