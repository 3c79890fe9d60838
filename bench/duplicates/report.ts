import type { Judged } from './learn.ts'

const THRESHOLDS = Array.from({ length: 10 }, (_, at) => (50 + 5 * at) / 100)
const WIDTH = 24

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

function figures(judged: readonly Judged[], which: 'precision' | 'recall'): number[] {
  return THRESHOLDS.map((threshold) => figuresAt(judged, threshold)[which])
}

function shares(judged: readonly Judged[]): number[] {
  return THRESHOLDS.map(
    (threshold) => judged.filter(({ confidence }) => confidence >= threshold).length / judged.length,
  )
}

function row(name: string, values: readonly number[]): void {
  console.log(name.padEnd(WIDTH), values.map((value) => value.toFixed(2).padStart(5)).join(''))
}
