/** A vector of an embedding model. */
export type Vector = readonly number[]

/** The vector of a passage of an idea, and how many characters its text has. */
export type EmbeddedPassage = Readonly<{ embedding: Vector; length: number }>

/** An idea as a whole: the mean of its passages' vectors, weighted by their lengths, of length 1. Empty without passages. */
export function ideaVector(passages: readonly EmbeddedPassage[]): number[] {
  const sum = Array.from({ length: passages[0]?.embedding.length ?? 0 }, () => 0)
  for (const { embedding, length } of passages) {
    // A passage of nothing but the title has no text of its own.
    const weight = Math.max(1, length)
    for (const [at, value] of embedding.entries()) sum[at] = (sum[at] ?? 0) + weight * value
  }
  return normalised(sum)
}

/** The vector of length 1 in the same direction; zeros stay zeros. */
export function normalised(vector: Vector): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? [...vector] : vector.map((value) => value / length)
}

/** The scalar product: the cosine of vectors of length 1. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
