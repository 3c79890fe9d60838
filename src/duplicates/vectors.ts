/** A passage's vector, of length 1, and how many characters it stands for. */
export type Weighted = Readonly<{ embedding: readonly number[]; length: number }>

/** An idea as a whole: the mean of its passages' vectors, weighted by their lengths, of length 1. Empty without passages. */
export function wholeOf(passages: readonly Weighted[]): number[] {
  const sum = Array.from({ length: passages[0]?.embedding.length ?? 0 }, () => 0)
  for (const { embedding, length } of passages) {
    // A passage of nothing but the title has no text of its own.
    const weight = Math.max(1, length)
    for (const [at, value] of embedding.entries()) sum[at] = (sum[at] ?? 0) + weight * value
  }
  const norm = Math.hypot(...sum)
  return norm === 0 ? sum : sum.map((value) => value / norm)
}

/** The cosine of two ideas as wholes, clamped to 0 to 1. */
export function likenessOf(a: readonly Weighted[], b: readonly Weighted[]): number {
  const [left, right] = [wholeOf(a), wholeOf(b)]
  const cosine = left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
  return Math.min(1, Math.max(0, cosine))
}
