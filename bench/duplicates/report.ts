import type { Judged } from './learn.ts'

const THRESHOLDS = Array.from({ length: 10 }, (_, at) => (50 + 5 * at) / 100)
const WIDTH = 28

/** How well judgements at a threshold fit the labels; precision is 1 where nothing is flagged. */
export function figuresAt(judged: readonly Judged[], threshold: number) {
  const flagged = judged.filter(({ confidence }) => confidence >= threshold)
  const right = flagged.filter(({ duplicate }) => duplicate).length
  const duplicates = judged.filter(({ duplicate }) => duplicate).length
  return {
    precision: flagged.length === 0 ? 1 : right / flagged.length,
    recall: duplicates === 0 ? 0 : right / duplicates,
  }
}

/** The mean, over all duplicates, of the precision among what is at least as confident. */
export function averagePrecision(judged: readonly Judged[]): number {
  let [found, sum] = [0, 0]
  for (const [at, { duplicate }] of judged.toSorted((a, b) => b.confidence - a.confidence).entries()) {
    if (!duplicate) continue
    found += 1
    sum += found / (at + 1)
  }
  return found === 0 ? 0 : sum / found
}

/** Precision and recall at thresholds, and which part of each kind was taken for duplicates. */
export function show(title: string, judged: readonly Judged[], byCosine?: readonly Judged[]): void {
  const kinds = Map.groupBy(judged, ({ kind }) => kind)
  const duplicates = judged.filter(({ duplicate }) => duplicate).length
  console.log(`\n${title}: ${judged.length} pairs, ${duplicates} of them duplicates`)
  row('confidence of at least', THRESHOLDS)
  row('precision', figures(judged, 'precision'))
  row('recall', figures(judged, 'recall'))
  if (byCosine !== undefined) {
    row('cosine alone: precision', figures(byCosine, 'precision'))
    row('cosine alone: recall', figures(byCosine, 'recall'))
  }
  for (const duplicate of [true, false]) {
    console.log(duplicate ? 'found of the duplicates' : 'taken for duplicates of the others')
    for (const [kind, of] of [...kinds].sort(([one], [other]) => one.localeCompare(other))) {
      if (of[0]?.duplicate === duplicate) row(`  ${kind} (${of.length})`, shares(of))
    }
  }
}

/** Shares of unrelated pairs that are flagged, by the name of what they are. */
export type Unrelated = Readonly<Record<string, readonly Judged[]>>

/** One duplicate among so many candidates is what an account is like. */
const PREVALENCE = 1 / 200

/**
 * For each threshold what labelled pairs say (precision and recall), the share of unrelated pairs that is flagged, and from
 * recall and the share of `neighbours` the precision where one candidate in 200 is a duplicate.
 */
export function showCurve(title: string, labelled: readonly Judged[], unrelated: Unrelated): void {
  console.log(`\n${title}: the curve`)
  row('confidence of at least', THRESHOLDS)
  row('precision', figures(labelled, 'precision'))
  row('recall', figures(labelled, 'recall'))
  for (const [name, judged] of Object.entries(unrelated)) {
    row(`${name} (${judged.length})`, shares(judged), 3)
  }
  const wrong = shares(unrelated['neighbours'] ?? [])
  const recall = figures(labelled, 'recall')
  row(
    'precision at 1 in 200',
    recall.map((found, at) => {
      const [right, flagged] = [found * PREVALENCE, (wrong[at] ?? 0) * (1 - PREVALENCE)]
      return right + flagged === 0 ? 1 : right / (right + flagged)
    }),
  )
}

function figures(judged: readonly Judged[], which: 'precision' | 'recall'): number[] {
  return THRESHOLDS.map((threshold) => figuresAt(judged, threshold)[which])
}

function shares(judged: readonly Judged[]): number[] {
  return THRESHOLDS.map(
    (threshold) => judged.filter(({ confidence }) => confidence >= threshold).length / judged.length,
  )
}

function row(name: string, values: readonly number[], digits = 2): void {
  console.log(name.padEnd(WIDTH), values.map((value) => value.toFixed(digits).padStart(digits + 4)).join(''))
}
