import type { EmbeddingModel } from '../embeddings/embedder.ts'
import { directionFrom, dot, middleOf, type Vector } from './vectors.ts'
import { TOPICS } from './topics.ts'

/**
 * The vocabulary as a model sees it. Models crowd all texts into a part of the space, each into another: what is near is told
 * only from the middle of that part, and by how far texts on different topics are apart there.
 */
export type Landscape = Readonly<{
  /** The middle of the topics. */
  middle: Vector
  /** The standard deviation of the cosines between topics, seen from the middle: the unit of every likeness. */
  spread: number
  topics: readonly Readonly<{ name: string; vector: Vector; direction: Vector }>[]
}>

/** A model at work: vectors of texts. @throws EmbeddingsAway */
export type Embed = (inputs: readonly string[]) => Promise<number[][]>

/** How surely a text is about a topic (see {@link Landscape}) to be tagged with it, and further topics as against the first. */
const FLOOR = 2.5
/**
 * How far the nearest topic must stand out, in standard deviations of the text's cosines with all topics: of some hundreds that
 * have nothing to do with a text the nearest stands out by 2.8, by chance.
 */
const STANDS_OUT = 3.4
const BESIDE = 0.85
/** Enough pairs for {@link Landscape}'s unit; all of them would hold up the service. */
const COMPARED = 20
const STRIDE = 11

/** The texts of the topics, in their order. */
export const TOPIC_TEXTS: readonly string[] = Object.entries(TOPICS).map(
  ([name, about]) => `${name.replaceAll('-', ' ')}: ${about}`,
)

/** Embeds the vocabulary. @throws what `embed` throws */
export async function readLandscape(embed: Embed): Promise<Landscape> {
  const vectors = await embed(TOPIC_TEXTS)
  const middle = middleOf(vectors)
  const topics = Object.keys(TOPICS).map((name, at) => {
    const vector = vectors[at] ?? []
    return { name, vector, direction: directionFrom(middle, vector) }
  })
  return { middle, spread: spreadOf(topics.map(({ direction }) => direction)), topics }
}

/** Remembers the landscape of the model that was asked for last, once for the process. */
export function createVocabulary() {
  let known: Readonly<{ key: string; landscape: Promise<Landscape> }> | undefined
  return {
    /** @throws EmbeddingsAway */
    async of({ name, url, dimensions }: EmbeddingModel, embed: Embed): Promise<Landscape> {
      const key = JSON.stringify([name, url, dimensions])
      if (known?.key !== key) {
        const landscape = readLandscape(embed)
        known = { key, landscape }
        landscape.catch(() => (known = known?.landscape === landscape ? undefined : known))
      }
      return known.landscape
    },
  }
}

/** The topics that a text is about, the surest first; none when none is sure. */
export function topicsOf(vector: Vector, { middle, spread, topics }: Landscape, atMost: number): string[] {
  const direction = directionFrom(middle, vector)
  const near = topics
    .map(({ name, vector: topic, direction: there }) => ({
      name,
      cosine: dot(vector, topic),
      likeness: dot(direction, there) / spread,
    }))
    .sort((a, b) => b.cosine - a.cosine)
  const first = near[0]?.likeness ?? 0
  if (first < FLOOR || standsOut(near.map(({ cosine }) => cosine)) < STANDS_OUT) return []
  return near
    .slice(0, atMost)
    .filter(({ likeness }) => likeness >= Math.max(FLOOR, BESIDE * first))
    .map(({ name }) => name)
}

/** By how many standard deviations the first of values is above their mean. */
function standsOut(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return ((values[0] ?? 0) - mean) / Math.max(Math.sqrt(variance), Number.EPSILON)
}

/** Of the cosines of each with some others, far from it in the alphabet; their mean is 0 as seen from the middle. */
function spreadOf(directions: readonly Vector[]): number {
  let sum = 0
  for (const [at, one] of directions.entries()) {
    for (let other = 1; other <= COMPARED; other += 1) {
      sum += dot(one, directions[(at + other * STRIDE) % directions.length] ?? []) ** 2
    }
  }
  return Math.max(Math.sqrt(sum / (directions.length * COMPARED)), Number.EPSILON)
}
