import type { Landscape } from '../../src/auto-tags/vocabulary.ts'
import { directionFrom } from '../../src/auto-tags/vectors.ts'

const DIMENSIONS = 48

/** A vector of length 1 near an axis: most of it, and a little of what all texts have in common. */
export function near(axis: number, rest = 0.3): number[] {
  const vector: number[] = Array.from({ length: DIMENSIONS }, (_, at) => (at === axis ? 1 : 0))
  vector[DIMENSIONS - 1] = rest
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** A vocabulary of one topic for each of some axes. */
export function landscapeOf(axes: readonly number[]): Landscape {
  const middle = Array.from({ length: DIMENSIONS }, (_, at) => (at === DIMENSIONS - 1 ? 0.3 : 0))
  const topics = axes.map((axis) => ({
    name: `topic-${axis}`,
    vector: near(axis),
    direction: directionFrom(middle, near(axis)),
  }))
  return { middle, spread: 0.15, topics }
}
