/** What is learnt from: signals, whether it is a duplicate, and how much it counts. */
export type Example = Readonly<{ signals: readonly number[]; duplicate: boolean; weight: number }>
/** A logistic model: the log-odds are the bias and each signal times its weight. */
export type Model = Readonly<{ bias: number; weights: readonly number[] }>
/** Which sign each weight may have (0: either), and how strongly weights are held small. */
export type FitOptions = Readonly<{ signs: readonly number[]; lambda: number }>

/** A signal that hardly ever is anything else than 0 is not scaled up as if it told much. */
const LEAST_DEVIATION = 0.1
const ROUNDS = 600

/**
 * Logistic regression with L2 on standardised signals and weights that keep to their sign, by accelerated projected
 * gradient descent (Beck, Teboulle: A Fast Iterative Shrinkage-Thresholding Algorithm, 2009).
 */
export function fit(examples: readonly Example[], { signs, lambda }: FitOptions): Model {
  const { scaled, means, deviations } = standardised(examples, signs.length)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const step = 1 / (0.25 * (signs.length + 1) + lambda)
  let [weights, bias, pace] = [signs.map(() => 0), 0, 1]
  let ahead = { weights, bias }
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = slopeOf(examples, scaled, ahead, total)
    const nextWeights = ahead.weights.map((weight, j) =>
      signed(weight - step * ((slope.weights[j] ?? 0) + lambda * weight), signs[j] ?? 0),
    )
    const nextBias = ahead.bias - step * slope.bias
    const nextPace = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2
    const push = (pace - 1) / nextPace
    ahead = {
      weights: nextWeights.map((weight, j) => weight + push * (weight - (weights[j] ?? 0))),
      bias: nextBias + push * (nextBias - bias),
    }
    ;[weights, bias, pace] = [nextWeights, nextBias, nextPace]
  }
  const unscaled = weights.map((weight, j) => weight / (deviations[j] ?? 1))
  return {
    bias: bias - unscaled.reduce((sum, weight, j) => sum + weight * (means[j] ?? 0), 0),
    weights: unscaled,
  }
}

/** The probability that a model gives. */
export function probability({ bias, weights }: Model, signals: readonly number[]): number {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, j) => sum + weight * (signals[j] ?? 0), bias)))
}

function meansOf(examples: readonly Example[], count: number): number[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  return Array.from(
    { length: count },
    (_, j) => examples.reduce((sum, { signals, weight }) => sum + weight * (signals[j] ?? 0), 0) / total,
  )
}

function standardised(examples: readonly Example[], count: number) {
  const means = meansOf(examples, count)
  const squares = examples.map((example) => ({
    ...example,
    signals: example.signals.map((value, j) => (value - (means[j] ?? 0)) ** 2),
  }))
  const deviations = meansOf(squares, count).map((variance) => Math.max(LEAST_DEVIATION, Math.sqrt(variance)))
  const scaled = examples.map(({ signals }) =>
    signals.map((value, j) => (value - (means[j] ?? 0)) / (deviations[j] ?? 1)),
  )
  return { scaled, means, deviations }
}

function slopeOf(
  examples: readonly Example[],
  scaled: readonly (readonly number[])[],
  model: Model,
  total: number,
): { weights: number[]; bias: number } {
  const slope = { weights: model.weights.map(() => 0), bias: 0 }
  for (const [at, { duplicate, weight }] of examples.entries()) {
    const signals = scaled[at] ?? []
    const error = ((probability(model, signals) - (duplicate ? 1 : 0)) * weight) / total
    slope.bias += error
    for (const [j, value] of signals.entries()) slope.weights[j] = (slope.weights[j] ?? 0) + error * value
  }
  return slope
}

function signed(weight: number, sign: number): number {
  if (sign === 0) return weight
  return sign > 0 ? Math.max(0, weight) : Math.min(0, weight)
}
