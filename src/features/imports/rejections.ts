import { IMPORT_LIMITS, type Rejection } from './schema.ts'

/** Counts rejections, starting with given ones, and keeps the first of them. */
export function createRejections(given: Rejections = { first: [], count: 0 }) {
  const first = [...given.first]
  let { count } = given
  return {
    add(rejection: Rejection): void {
      count += 1
      if (first.length < IMPORT_LIMITS.rejections) first.push(rejection)
    },
    first: first as readonly Rejection[],
    get count() {
      return count
    },
  }
}
/** The first rejections and their number. */
export type Rejections = Readonly<{ first: readonly Rejection[]; count: number }>
