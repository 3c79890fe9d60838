/** A text as a model reads it: a vector of all of it, and one of each of its first tokens, all of length 1. */
export type TextVectors = Readonly<{ whole: Float32Array; tokens: readonly Float32Array[] }>

/**
 * How alike two texts are, 0 to 1. `meaning` is the cosine of the wholes. `covered` is how well the tokens of the one find
 * tokens like them in the other: the greater of recall and precision of BERTScore (Zhang et al., 2020) without weights.
 */
export type Alike = Readonly<{ meaning: number; covered: number }>

/** Compares two readings of one model. */
export function alike(a: TextVectors, b: TextVectors): Alike {
  const best = { a: a.tokens.map(() => 0), b: b.tokens.map(() => 0) }
  for (const [i, one] of a.tokens.entries()) {
    for (const [j, other] of b.tokens.entries()) {
      const likeness = product(one, other)
      if (likeness > (best.a[i] ?? 0)) best.a[i] = likeness
      if (likeness > (best.b[j] ?? 0)) best.b[j] = likeness
    }
  }
  const covered = Math.max(mean(best.a), mean(best.b))
  return { meaning: clamped(product(a.whole, b.whole)), covered: clamped(covered) }
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value))
}
