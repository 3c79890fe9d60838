import { tagsOfNeighbours, WINDOW, type Neighbour } from '../src/auto-tags/neighbours.ts'
import { dot, ideaVector } from '../src/auto-tags/vectors.ts'
import { readLandscape, topicsOf, type Landscape } from '../src/auto-tags/vocabulary.ts'
import type { Embedder } from '../src/embeddings/embedder.ts'

/** An idea with the tags that somebody gave it. */
export type TaggedIdea = Readonly<{ title: string; body: string; tags: readonly string[] }>

/** How often what is suggested is what people chose; shares from 0 to 1. */
export type Figures = Readonly<{
  /** Ideas that something is suggested for. */
  suggested: number
  /** Of these, those whose first suggestion is right; of all suggestions, those that are right. */
  precision: Readonly<{ first: number; upToThree: number }>
  /** Of all ideas, those whose first suggestion is right, and those where any is. */
  right: Readonly<{ first: number; any: number }>
}>

type Known = Readonly<{ tags: readonly string[]; vector: number[]; passages: readonly number[][] }>
type Way = (idea: Known, others: readonly Neighbour[]) => readonly string[]

const AT_MOST = 3

/** Each idea is suggested tags from all the others, and these are compared with its own. */
export async function leaveOneOut(embedder: Embedder, ideas: readonly TaggedIdea[]) {
  const landscape = await readLandscape(embedder.embedPassages)
  const known: Known[] = []
  for (const idea of ideas) known.push(await embedded(embedder, idea))
  const counts = countsOf(ideas)
  const topics = new Set(landscape.topics.map(({ name }) => name))
  return {
    tags: counts.length,
    inVocabulary: counts.filter(([name]) => topics.has(name)).length,
    figures: Object.entries(waysOf(landscape, counts)).map(
      ([name, way]) => [name, figuresOf(known, way)] as const,
    ),
  }
}

function waysOf(landscape: Landscape, counts: readonly (readonly [name: string, count: number])[]) {
  const neighbours: Way = ({ vector }, others) => tagsOfNeighbours(vector, others, landscape, AT_MOST)
  const vocabulary: Way = ({ vector }) => topicsOf(vector, landscape, AT_MOST)
  const both: Way = (idea, others) => {
    const voted = neighbours(idea, others)
    return voted.length > 0 ? voted : vocabulary(idea, others)
  }
  const commonest = counts.slice(0, AT_MOST).map(([name]) => name)
  return { neighbours, vocabulary, both, commonest: (() => commonest) satisfies Way }
}

async function embedded(embedder: Embedder, { title, body, tags }: TaggedIdea): Promise<Known> {
  const texts = await embedder.split({ title, body })
  const passages = await embedder.embedPassages(texts.map(({ input }) => input))
  const parts = texts.map(({ text }, at) => ({ length: text.length, embedding: passages[at] ?? [] }))
  return { tags, vector: ideaVector(parts), passages }
}

function countsOf(ideas: readonly TaggedIdea[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of ideas.flatMap(({ tags }) => tags)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

function figuresOf(ideas: readonly Known[], way: Way): Figures {
  const rows = ideas.map((idea) => {
    const names = way(idea, neighboursOf(idea, ideas))
    const right = names.filter((name) => idea.tags.includes(name))
    return { names: names.length, right: right.length, first: idea.tags.includes(names[0] ?? '') }
  })
  const total = (value: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row) => sum + value(row), 0)
  const suggested = total(({ names }) => Math.min(1, names))
  const first = total((row) => (row.first ? 1 : 0))
  return {
    suggested: suggested / ideas.length,
    precision: {
      first: first / suggested,
      upToThree: total(({ right }) => right) / total(({ names }) => names),
    },
    right: { first: first / ideas.length, any: total(({ right }) => Math.min(1, right)) / ideas.length },
  }
}

/** What the vector index would answer: the nearest passages of the other ideas. */
function neighboursOf(idea: Known, ideas: readonly Known[]): Neighbour[] {
  return ideas
    .flatMap((other, id) =>
      other === idea ? [] : other.passages.map((vector) => ({ id, vector, tags: other.tags })),
    )
    .sort((a, b) => dot(idea.vector, b.vector) - dot(idea.vector, a.vector))
    .slice(0, WINDOW)
}
