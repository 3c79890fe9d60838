import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { tagsOfNeighbours, WINDOW, type Neighbour } from '../src/auto-tags/neighbours.ts'
import { dot, ideaVector } from '../src/auto-tags/vectors.ts'
import { readLandscape, topicsOf, type Landscape } from '../src/auto-tags/vocabulary.ts'
import type { Embedder } from '../src/embeddings/embedder.ts'
import { createLocalEmbedder } from '../src/embeddings/local.ts'
import { testModel } from '../test/support/model.ts'

const HELP = `npm run bench:tags -- [FILE]
How often automatic tags are what people chose: leave-one-out over the ideas of a graph file (examples/sample-graph.json) with
the local embedding model and without servers. Each idea is suggested tags from all the others, and these are compared with
its own.
`
const AT_MOST = 3

const Graph = z.object({
  ideas: z.array(z.object({ title: z.string(), body: z.string().default(''), tags: z.array(z.string()) })),
})
type Idea = Readonly<{ tags: readonly string[]; vector: number[]; passages: readonly number[][] }>
type Way = (idea: Idea, others: readonly Neighbour[]) => string[]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  const file = positionals[0] ?? new URL('../examples/sample-graph.json', import.meta.url)
  const graph = Graph.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { signal } = new AbortController()
  const { TEST_MODEL_DIR: folder } = await testModel({ env: process.env, signal, say: console.error })
  if (folder === undefined) {
    process.exitCode = 1
    return
  }
  const embedder = createLocalEmbedder({ folder, log: pino({ level: 'error' }, process.stderr) })
  try {
    const landscape = await readLandscape(embedder.embedPassages)
    const ideas: Idea[] = []
    for (const idea of graph.ideas) ideas.push({ tags: idea.tags, ...(await vectorsOf(embedder, idea)) })
    report(ideas, landscape)
  } finally {
    await embedder.close()
  }
}

async function vectorsOf(embedder: Embedder, idea: Readonly<{ title: string; body: string }>) {
  const texts = await embedder.split(idea)
  const passages = await embedder.embedPassages(texts.map(({ input }) => input))
  const vector = ideaVector(
    texts.map(({ text }, at) => ({ length: text.length, embedding: passages[at] ?? [] })),
  )
  return { vector, passages }
}

function report(ideas: readonly Idea[], landscape: Landscape): void {
  const counts = new Map<string, number>()
  for (const name of ideas.flatMap(({ tags }) => tags)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const commonest = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  const byVote: Way = ({ vector }, others) => tagsOfNeighbours(vector, others, landscape, AT_MOST)
  const byTopic: Way = ({ vector }) => topicsOf(vector, landscape, AT_MOST)
  const ways: Readonly<Record<string, Way>> = {
    neighbours: byVote,
    vocabulary: byTopic,
    both: (idea, others) => {
      const voted = byVote(idea, others)
      return voted.length > 0 ? voted : byTopic(idea, others)
    },
    'commonest tags': () => commonest.slice(0, AT_MOST),
  }
  const known = new Set(landscape.topics.map(({ name }) => name))
  const shared = [...counts.keys()].filter((name) => known.has(name)).length
  console.log(`${ideas.length} ideas, ${counts.size} tags, ${shared} of them in the vocabulary`)
  console.log('                 suggested  precision@1    @3  right@1 of all  any of 3')
  for (const [name, way] of Object.entries(ways)) console.log(lineOf(name, ideas, way))
}

function lineOf(name: string, ideas: readonly Idea[], way: Way): string {
  let [suggested, first, any, right, given] = [0, 0, 0, 0, 0]
  for (const idea of ideas) {
    const names = way(idea, neighboursOf(idea, ideas))
    const good = names.filter((one) => idea.tags.includes(one))
    suggested += names.length > 0 ? 1 : 0
    first += idea.tags.includes(names[0] ?? '') ? 1 : 0
    any += good.length > 0 ? 1 : 0
    right += good.length
    given += names.length
  }
  const figures = [
    (suggested / ideas.length).toFixed(2).padStart(9),
    (first / suggested).toFixed(2).padStart(13),
    (right / given).toFixed(2).padStart(6),
    (first / ideas.length).toFixed(2).padStart(16),
    (any / ideas.length).toFixed(2).padStart(10),
  ]
  return `${name.padEnd(17)}${figures.join('')}`
}

/** What the vector index would answer: the nearest passages of the other ideas. */
function neighboursOf(idea: Idea, ideas: readonly Idea[]): Neighbour[] {
  return ideas
    .flatMap((other, id) =>
      other === idea ? [] : other.passages.map((vector) => ({ id, vector, tags: other.tags })),
    )
    .sort((a, b) => dot(idea.vector, b.vector) - dot(idea.vector, a.vector))
    .slice(0, WINDOW)
}

if (values.help) console.log(HELP)
else await main()
