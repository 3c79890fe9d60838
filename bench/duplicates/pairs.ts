import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { compare } from '../../src/duplicates/comparison.ts'
import { alike, type TextVectors } from '../../src/embeddings/alike.ts'
import { comparedText } from '../../src/duplicates/meaning.ts'
import { SIGNAL_NAMES, signalsOf } from '../../src/duplicates/signals.ts'
import { wholeOf, type Weighted } from '../../src/duplicates/vectors.ts'
import type { LocalModel } from '../../src/embeddings/local-model.ts'
import { splitIdea } from '../../src/embeddings/split.ts'

const Idea = z.strictObject({ title: z.string().min(1), body: z.string() })
const Pair = z.strictObject({ kind: z.string(), duplicate: z.boolean(), a: Idea, b: Idea })
type Idea = z.infer<typeof Idea>
/** Two ideas, and whether they are one. */
export type Pair = z.infer<typeof Pair>

/** An idea with its vector as a whole, by which the first stage finds others, and the reading that it is compared by. */
export type Embedded = Readonly<{ idea: Idea; vector: readonly number[]; reading: TextVectors }>
/** A pair with the vectors of both. */
export type EmbeddedPair = Readonly<{ pair: Pair; a: Embedded; b: Embedded }>
/** The models of the service. */
export type Models = Readonly<{ search: LocalModel; comparison: LocalModel }>

/** The pairs of a file below this folder. */
export function readPairs(file: string): Pair[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => Pair.parse(JSON.parse(line)))
}

/** Pairs of sentences that people rated from 0 to 5, as ideas without bodies; from 4 on they mean the same. */
export function readSts(file: string): Pair[] | undefined {
  const [, ...lines] = textOf(file)?.split('\n') ?? []
  if (lines.length === 0) return undefined
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [score = '', a = '', b = ''] = line.split('\t')
      const duplicate = Number(score) >= 4
      return { kind: duplicate ? 'score of 4 or 5' : 'score below 4', duplicate, a: bare(a), b: bare(b) }
    })
}

const bare = (title: string): Idea => ({ title, body: '' })

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Embeds the ideas of pairs as the service does. */
export async function embedPairs(pairs: readonly Pair[], models: Models): Promise<EmbeddedPair[]> {
  const embedded: EmbeddedPair[] = []
  for (const pair of pairs) {
    embedded.push({ pair, a: await embedIdea(pair.a, models), b: await embedIdea(pair.b, models) })
  }
  return embedded
}

async function embedIdea(idea: Idea, { search, comparison }: Models): Promise<Embedded> {
  const passages: Weighted[] = []
  for (const { text, input } of splitIdea(idea, search.measure)) {
    passages.push({ embedding: await search.embed(input), length: text.length })
  }
  return { idea, vector: wholeOf(passages), reading: await comparison.read(comparedText(idea)) }
}

/** The cosine of two ideas as wholes. */
export function cosine(a: Embedded, b: Embedded): number {
  return a.vector.reduce((sum, value, at) => sum + value * (b.vector[at] ?? 0), 0)
}

/** The signals of two ideas in their order. */
export function signalValues(a: Embedded, b: Embedded): number[] {
  const signals = signalsOf(compare(a.idea, b.idea, alike(a.reading, b.reading)))
  return SIGNAL_NAMES.map((name) => signals[name])
}

/** Two ideas of different pairs; `pairs` are the places of these. */
export type Neighbours = Readonly<{ a: Embedded; b: Embedded; pairs: readonly [number, number] }>

/** Nearer ones may be duplicates that nobody labelled. */
const TOO_NEAR = 0.8

/** Every idea with those of other pairs that are nearest to it: what the first stage finds where there is no duplicate. */
export function neighboursOf(embedded: readonly EmbeddedPair[]): Neighbours[] {
  return nearest(
    embedded.flatMap(({ a, b }, pair) => [
      { ...a, pair },
      { ...b, pair },
    ]),
    2,
  )
}

const Graph = z.object({
  ideas: z.array(z.object({ key: z.string(), title: z.string(), body: z.string().default('') })),
  relations: z.array(z.object({ source: z.string(), target: z.string(), type: z.string() })),
})

/** Every idea of the project's sample graph with those that are nearest to it, but for those that it calls duplicates. */
export async function sampleNeighbours(models: Models): Promise<Neighbours[]> {
  const file = path.join(import.meta.dirname, '../../examples/sample-graph.json')
  const { ideas, relations } = Graph.parse(JSON.parse(readFileSync(file, 'utf8')))
  const embedded: (Embedded & { pair: number })[] = []
  for (const [pair, idea] of ideas.entries()) embedded.push({ ...(await embedIdea(idea, models)), pair })
  const same = new Set(
    relations.filter(({ type }) => type === 'duplicate').map(({ source, target }) => `${source} ${target}`),
  )
  const isSame = (one: number, other: number): boolean => same.has(`${ideas[one]?.key} ${ideas[other]?.key}`)
  return nearest(embedded, 4).filter(({ pairs: [one, other] }) => !isSame(one, other) && !isSame(other, one))
}

function nearest(ideas: readonly (Embedded & { pair: number })[], each: number): Neighbours[] {
  const found = new Map<string, Neighbours>()
  for (const [at, one] of ideas.entries()) {
    const near = ideas
      .map((other, index) => ({ other, index, cosine: cosine(one, other) }))
      .filter(({ other, cosine }) => other.pair !== one.pair && cosine < TOO_NEAR)
      .sort((left, right) => right.cosine - left.cosine)
    for (const { other, index } of near.slice(0, each)) {
      const key = [Math.min(at, index), Math.max(at, index)].join()
      found.set(key, { a: one, b: other, pairs: [one.pair, other.pair] })
    }
  }
  return [...found.values()]
}
