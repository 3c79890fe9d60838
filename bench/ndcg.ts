/**
 * Normalised discounted cumulative gain of the first ten, with the grade as gain: Σ gradeᵢ / log₂(i + 1), divided by that
 * of the best possible order (Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002; discount as
 * in trec_eval).
 */
export function ndcg(found: readonly number[], all: readonly number[]): number {
  const best = dcg(all.toSorted((a, b) => b - a))
  return best === 0 ? 0 : dcg(found) / best
}

function dcg(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)
}
