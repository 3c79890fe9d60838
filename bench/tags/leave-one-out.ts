import { tagsOfNeighbours, WINDOW, type Neighbour } from '../../src/features/auto-tags/neighbours.ts'
import type { Embedder } from '../../src/platform/embeddings/embedder.ts'
import { dot, ideaVector } from '../../src/platform/embeddings/vectors.ts'

/** An idea with the tags that its user chose. */
export type TaggedIdea = Readonly<{ title: string; body: string; tags: readonly string[] }>

/** The tags of an idea with its vectors. */
export type EmbeddedIdea = Readonly<{
  tags: readonly string[]
  vector: number[]
  passages: readonly number[][]
}>

/** How often suggested tags are those that users chose; shares from 0 to 1. */
export type Figures = Readonly<{
  /** Share of the ideas that get a suggestion. */
  suggested: number
  /** `first`: correct first suggestions among those ideas; `upToThree`: correct ones among all suggestions. */
  precision: Readonly<{ first: number; upToThree: number }>
  /** Share of all ideas whose first suggestion is correct, and of those where any is. */
  right: Readonly<{ first: number; any: number }>
}>

const AT_MOST = 3

/** Embeds ideas as the service does. */
export async function embedded(embedder: Embedder, ideas: readonly TaggedIdea[]): Promise<EmbeddedIdea[]> {
  const all: EmbeddedIdea[] = []
  for (const { title, body, tags } of ideas) {
    const texts = await embedder.split({ title, body })
    const passages = await embedder.embedPassages(texts.map(({ input }) => input))
    const parts = texts.map(({ text }, at) => ({ length: text.length, embedding: passages[at] ?? [] }))
    all.push({ tags, vector: ideaVector(parts), passages })
  }
  return all
}

/** Leave-one-out: suggests tags for each idea from all the others, and compares them with its own. */
export function leaveOneOut(ideas: readonly EmbeddedIdea[]): Figures {
  return figuresOf(ideas, (idea) => suggestedFrom(idea, ideas))
}

/** Baseline: always suggests the most frequent tags. */
export function commonest(ideas: readonly EmbeddedIdea[]): Figures {
  const counts = new Map<string, number>()
  for (const name of ideas.flatMap(({ tags }) => tags)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  return figuresOf(ideas, () => names.slice(0, AT_MOST))
}

/** Share of another account's ideas that get a suggestion from this account's tags. */
export function shareOfForeign(foreign: readonly EmbeddedIdea[], account: readonly EmbeddedIdea[]): number {
  return foreign.filter((idea) => suggestedFrom(idea, account).length > 0).length / foreign.length
}

function suggestedFrom(idea: EmbeddedIdea, account: readonly EmbeddedIdea[]): string[] {
  return tagsOfNeighbours(idea.vector, neighboursOf(idea, account), AT_MOST).map(({ name }) => name)
}

/** The nearest passages of the other ideas, as the vector index answers them. */
function neighboursOf(idea: EmbeddedIdea, account: readonly EmbeddedIdea[]): Neighbour[] {
  const names = [...new Set(account.flatMap(({ tags }) => tags))]
  return account
    .flatMap((other, id) => {
      const tags = other.tags.map((name) => ({ id: names.indexOf(name), name }))
      return other === idea ? [] : other.passages.map((vector) => ({ id, vector, tags }))
    })
    .sort((a, b) => dot(idea.vector, b.vector) - dot(idea.vector, a.vector))
    .slice(0, WINDOW)
}

function figuresOf(
  ideas: readonly EmbeddedIdea[],
  suggest: (idea: EmbeddedIdea) => readonly string[],
): Figures {
  const rows = ideas.map((idea) => {
    const names = suggest(idea)
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
