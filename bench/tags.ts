import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { createLocalEmbedder } from '../src/platform/embeddings/local.ts'
import { testModel } from '../test/support/model.ts'
import { commonest, embedded, leaveOneOut, shareOfForeign, type Figures } from './tags/leave-one-out.ts'

const HELP = `npm run bench:tags -- [FILE ...]
How often automatic tags are those that users chose: leave-one-out over the ideas of graph files (examples/sample-graph.json,
on which the thresholds were tuned, and bench/tags/clubs.json, which was held out), with the local embedding model and
without servers. "foreign": ideas of the other files that are suggested one of this file's tags.
`
const FILES = ['examples/sample-graph.json', 'bench/tags/clubs.json']
const Graph = z.object({
  ideas: z.array(z.object({ title: z.string(), body: z.string().default(''), tags: z.array(z.string()) })),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  const files = positionals.length > 0 ? positionals : FILES
  const { signal } = new AbortController()
  const { TEST_MODEL_DIR: folder } = await testModel({ env: process.env, signal, say: console.error })
  if (folder === undefined) {
    process.exitCode = 1
    return
  }
  const embedder = createLocalEmbedder({ folder, log: pino({ level: 'error' }, process.stderr) })
  try {
    const accounts = []
    for (const file of files) {
      const { ideas } = Graph.parse(JSON.parse(readFileSync(file, 'utf8')))
      accounts.push({ file, ideas: await embedded(embedder, ideas) })
    }
    for (const { file, ideas } of accounts) {
      const others = accounts.filter((one) => one.file !== file).flatMap((one) => one.ideas)
      console.log(`${path.basename(file)}: ${ideas.length} ideas`)
      console.log('             suggested  precision@1    @3   right of all @1  any of 3')
      console.log(lineOf('neighbours', leaveOneOut(ideas)))
      console.log(lineOf('commonest', commonest(ideas)))
      if (others.length > 0)
        console.log(`foreign      ${shareOfForeign(others, ideas).toFixed(2).padStart(9)}`)
    }
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
