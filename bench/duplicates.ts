import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_THRESHOLD, judge } from '../src/duplicates/judge.ts'
import { alike } from '../src/embeddings/alike.ts'
import { loadModel } from '../src/embeddings/local-model.ts'
import { comparisonFolder } from '../src/embeddings/model-files.ts'
import { testModel } from '../test/support/model.ts'
import {
  crossValidated,
  learn,
  sourcesOf,
  unrelated,
  weightsFile,
  type Judged,
  type Source,
} from './duplicates/learn.ts'
import {
  cosine,
  embedPairs,
  neighboursOf,
  readPairs,
  readSts,
  sampleNeighbours,
  type EmbeddedPair,
  type Models,
} from './duplicates/pairs.ts'
import { figuresAt, show } from './duplicates/report.ts'

const HELP = `npm run bench:duplicates -- [FOLDER] [--fit]
How well duplicates are told from ideas that are merely alike: precision and recall on the labelled pairs of bench/duplicates,
and on FOLDER/sts-dev.tsv (../shared/data), with the local models. Exits with 1 where the test half has a precision
below 0.9 or a recall below 0.5 at the default threshold. --fit learns the weights of the judge from the training pairs instead,
shows how well that goes for an author whom it has not seen, and writes src/duplicates/weights.ts.
`
const PROMISE = { precision: 0.9, recall: 0.5 }
const TRAINING = [1, 2, 3, 4, 5, 6].map((author) => `train/${author}.jsonl`)
const TEST = 'test.jsonl'
const WEIGHTS_FILE = path.join(import.meta.dirname, '../src/duplicates/weights.ts')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fit: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  const signal = new AbortController().signal
  const { TEST_MODEL_DIR: folder } = await testModel({ env: process.env, signal, say: console.log })
  if (folder === undefined) {
    process.exitCode = 1
    return
  }
  const models = {
    search: await loadModel({ folder, kind: 'search', known: true }),
    comparison: await loadModel({ folder: comparisonFolder('.', folder), kind: 'comparison', known: true }),
  }
  try {
    await (values.fit ? fitWeights(models) : measure(models))
  } finally {
    await models.search.release()
    await models.comparison.release()
  }
}

const isLabelled = ({ kind }: Judged): boolean => kind !== 'unrelated'

/** Weights are imported when a process starts, so those that were written are measured by the next run. */
async function fitWeights(models: Models): Promise<void> {
  const authors: Source[][] = []
  for (const file of TRAINING) authors.push(sourcesOf(await embedPairs(readPairs(file), models)))
  const sample = unrelated(await sampleNeighbours(models))
  const judged = crossValidated(authors, sample)
  show('training pairs, each author judged by what the others taught', judged.filter(isLabelled))
  show(
    'unrelated neighbours in them',
    judged.filter((one) => !isLabelled(one)),
  )
  writeFileSync(WEIGHTS_FILE, weightsFile(learn([...authors.flat(), ...sample])))
  console.log(`\n${path.relative(process.cwd(), WEIGHTS_FILE)} is written; without --fit it is measured`)
}

async function measure(models: Models): Promise<void> {
  const sts = readSts(path.resolve(positionals[0] ?? '../shared/data', 'sts-dev.tsv'))
  if (sts === undefined) console.log('no sts-dev.tsv: name its folder')
  else showPairs('sts-dev.tsv', await embedPairs(sts, models))
  const test = await embedPairs(readPairs(TEST), models)
  showPairs('test half', test)
  showNeighbours(test)
  promised(test.map(judged))
}

function showPairs(title: string, embedded: readonly EmbeddedPair[]): void {
  const byCosine = embedded.map(({ pair, a, b }) => ({ ...pair, confidence: cosine(a, b) }))
  show(title, embedded.map(judged), byCosine)
}

function judged({ pair, a, b }: EmbeddedPair): Judged {
  return { ...pair, confidence: judge(pair.a, pair.b, alike(a.reading, b.reading)).confidence }
}

function showNeighbours(embedded: readonly EmbeddedPair[]): void {
  const all = neighboursOf(embedded).map(({ a, b }) => ({
    kind: 'unrelated',
    duplicate: false,
    confidence: judge(a.idea, b.idea, alike(a.reading, b.reading)).confidence,
  }))
  show('each idea of the test half with the two nearest of other pairs', all)
}

function promised(all: readonly Judged[]): void {
  const { precision, recall } = figuresAt(all, DEFAULT_THRESHOLD)
  const kept = precision >= PROMISE.precision && recall >= PROMISE.recall
  console.log(
    `\ntest half at ${DEFAULT_THRESHOLD}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; promised are ` +
      `${PROMISE.precision} and ${PROMISE.recall}: ${kept ? 'kept' : 'missed'}`,
  )
  if (!kept) process.exitCode = 1
}

if (values.help) console.log(HELP)
else await main()
