/** A vector of an embedding model. */
export type Vector = readonly number[]

/** The vector of an idea as a whole: the mean of its passages, each as heavy as its text is long. */
export function ideaVector(passages: readonly Readonly<{ embedding: Vector; length: number }>[]): number[] {
  const dimensions = passages[0]?.embedding.length ?? 0
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const { embedding, length } of passages) {
    for (let at = 0; at < dimensions; at += 1) {
      sum[at] = (sum[at] ?? 0) + Math.max(1, length) * (embedding[at] ?? 0)
    }
  }
  return normalised(sum)
}

/** The middle of vectors, as it is. */
export function middleOf(vectors: readonly Vector[]): number[] {
  const dimensions = vectors[0]?.length ?? 0
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0)
  }
  return sum.map((value) => value / vectors.length)
}

/** Where a vector points to as seen from a place, with length 1; nowhere (zeros) from the place itself. */
export function directionFrom(place: Vector, vector: Vector): number[] {
  return normalised(vector.map((value, at) => value - (place[at] ?? 0)))
}

/** The scalar product; the cosine of vectors of length 1. */
export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function normalised(vector: Vector): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? [...vector] : vector.map((value) => value / length)
}
