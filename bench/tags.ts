import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { createLocalEmbedder } from '../src/embeddings/local.ts'
import { testModel } from '../test/support/model.ts'
import { leaveOneOut, type Figures } from './leave-one-out.ts'

const HELP = `npm run bench:tags -- [FILE]
How often automatic tags are those that people chose: leave-one-out over the ideas of a graph file
(examples/sample-graph.json), with the local embedding model and without servers.
`
const SAMPLE = new URL('../examples/sample-graph.json', import.meta.url)
const Graph = z.object({
  ideas: z.array(z.object({ title: z.string(), body: z.string().default(''), tags: z.array(z.string()) })),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  const { ideas } = Graph.parse(JSON.parse(readFileSync(positionals[0] ?? SAMPLE, 'utf8')))
  const { signal } = new AbortController()
  const { TEST_MODEL_DIR: folder } = await testModel({ env: process.env, signal, say: console.error })
  if (folder === undefined) {
    process.exitCode = 1
    return
  }
  const log = pino({ level: 'error' }, process.stderr)
  const embedder = createLocalEmbedder({ folder, log })
  try {
    const { tags, inVocabulary, figures } = await leaveOneOut(embedder, ideas)
    console.log(`${ideas.length} ideas with ${tags} tags, ${inVocabulary} of them in the vocabulary`)
    console.log('             suggested  precision@1    @3   right of all @1  any of 3')
    for (const [name, row] of figures) console.log(lineOf(name, row))
  } finally {
    await embedder.close()
  }
}

function lineOf(name: string, { suggested, precision, right }: Figures): string {
  const columns: readonly (readonly [value: number, width: number])[] = [
    [suggested, 9],
    [precision.first, 13],
    [precision.upToThree, 6],
    [right.first, 18],
    [right.any, 10],
  ]
  return name.padEnd(13) + columns.map(([value, width]) => value.toFixed(2).padStart(width)).join('')
}

if (values.help) console.log(HELP)
else await main()
