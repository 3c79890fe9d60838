import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { createEmbedIdea, type EmbedIdea } from '../../src/features/duplicates/embedding-similarity.ts'
import type { Compared } from '../../src/features/duplicates/signals.ts'
import type { LocalModel } from '../../src/platform/embeddings/local-model.ts'
import { splitIdea } from '../../src/platform/embeddings/split.ts'
import { dot, ideaVector, type EmbeddedPassage } from '../../src/platform/embeddings/vectors.ts'

const Idea = z.strictObject({ title: z.string().min(1), body: z.string() })
const Pair = z.object({
  kind: z.string(),
  duplicate: z.boolean(),
  a: Idea,
  b: Idea,
  tracker: z.string().optional(),
})
type Idea = z.infer<typeof Idea>
/** Two ideas, and whether they are one; `tracker` is where requests were taken from. */
export type Pair = z.infer<typeof Pair>

/** An idea as the judge reads it, with the vector by which the first stage finds others. */
export type Embedded = Compared & Readonly<{ vector: readonly number[] }>
/** A pair with the vectors of both. */
export type EmbeddedPair = Readonly<{ pair: Pair; a: Embedded; b: Embedded }>
/** Embeds an idea for both stages. */
export type Embed = (idea: Idea) => Promise<Embedded>

/** The pairs of a file below this folder. */
export function readPairs(file: string): Pair[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => Pair.parse(JSON.parse(line)))
}

/** Whether a file below this folder is there. */
export function hasPairs(file: string): boolean {
  return existsSync(path.join(import.meta.dirname, file))
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

/** Embeds as the service does. */
export function createEmbed(model: LocalModel): Embed {
  const embedIdea: EmbedIdea = createEmbedIdea(model.embed)
  return async (idea) => {
    const passages: EmbeddedPassage[] = []
    for (const { text, input } of splitIdea(idea, model.measure)) {
      passages.push({ embedding: await model.embed(input), length: text.length })
    }
    return { idea, vectors: await embedIdea(idea), vector: ideaVector(passages) }
  }
}

/** Embeds the ideas of pairs. */
export async function embedPairs(pairs: readonly Pair[], embed: Embed): Promise<EmbeddedPair[]> {
  const embedded: EmbeddedPair[] = []
  for (const pair of pairs) embedded.push({ pair, a: await embed(pair.a), b: await embed(pair.b) })
  return embedded
}

/** The cosine of two ideas as wholes. */
export function cosine(a: Embedded, b: Embedded): number {
  return dot(a.vector, b.vector)
}

/** Two ideas of different pairs; `pairs` are the places of these. */
export type Neighbours = Readonly<{ a: Embedded; b: Embedded; pairs: readonly [number, number] }>

/** Nearer ones may be duplicates that nobody labelled. */
export const TOO_NEAR = 0.8

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

/** The ideas of one account, and whether two of them, by their places, are known to be duplicates. */
export type Account = Readonly<{
  ideas: readonly Embedded[]
  isSame: (one: number, other: number) => boolean
}>

/** The project's sample graph; what it relates as `duplicate` is known. */
export async function sampleAccount(embed: Embed): Promise<Account> {
  const file = path.join(import.meta.dirname, '../../examples/sample-graph.json')
  const { ideas, relations } = Graph.parse(JSON.parse(readFileSync(file, 'utf8')))
  const related = new Set(
    relations
      .filter(({ type }) => type === 'duplicate')
      .flatMap(({ source, target }) => [`${source} ${target}`, `${target} ${source}`]),
  )
  return {
    ideas: await embedAll(ideas, embed),
    isSame: (one, other) => related.has(`${ideas[one]?.key} ${ideas[other]?.key}`),
  }
}

/** The ideas of a JSON Lines file; undefined when it is not there. */
export async function accountOf(file: string, embed: Embed): Promise<Account | undefined> {
  const lines = textOf(file)?.split('\n') ?? []
  const ideas = lines
    .filter((line) => line !== '')
    .map((line) => z.object(Idea.shape).parse(JSON.parse(line)))
  return ideas.length === 0 ? undefined : { ideas: await embedAll(ideas, embed), isSame: () => false }
}

async function embedAll(ideas: readonly Idea[], embed: Embed): Promise<Embedded[]> {
  const embedded: Embedded[] = []
  for (const { title, body } of ideas) embedded.push(await embed({ title, body }))
  return embedded
}

/** Each idea of an account with its `each` nearest others, without known duplicates; `tooNear` leaves out nearer ones. */
export function nearestOf({ ideas, isSame }: Account, each: number, tooNear = Infinity): Neighbours[] {
  return nearest(
    ideas.map((idea, pair) => ({ ...idea, pair })),
    each,
    tooNear,
  ).filter(({ pairs: [one, other] }) => !isSame(one, other))
}

/** Every pair of an account whose places differ by a multiple of a prime: a repeatable sample of random pairs. */
export function randomOf({ ideas, isSame }: Account): Neighbours[] {
  return ideas.flatMap((a, one) =>
    ideas.flatMap((b, other) =>
      one < other && (other - one) % SAMPLE === 0 && !isSame(one, other)
        ? [{ a, b, pairs: [one, other] as const }]
        : [],
    ),
  )
}

const SAMPLE = 3

function nearest(
  ideas: readonly (Embedded & { pair: number })[],
  each: number,
  tooNear = TOO_NEAR,
): Neighbours[] {
  const found = new Map<string, Neighbours>()
  for (const [at, one] of ideas.entries()) {
    const near = ideas
      .map((other, index) => ({ other, index, cosine: cosine(one, other) }))
      .filter(({ other, cosine }) => other.pair !== one.pair && cosine < tooNear)
      .sort((left, right) => right.cosine - left.cosine)
    for (const { other, index } of near.slice(0, each)) {
      const key = [Math.min(at, index), Math.max(at, index)].join()
      found.set(key, { a: one, b: other, pairs: [one.pair, other.pair] })
    }
  }
  return [...found.values()]
}
