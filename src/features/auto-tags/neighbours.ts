import { dot, normalised, type Vector } from '../../platform/embeddings/vectors.ts'

type Tag = Readonly<{ id: number; name: string }>
/** A passage of another idea, with the tags that the user chose for that idea. */
export type Neighbour = Readonly<{ id: number; vector: Vector; tags: readonly Tag[] }>
/** The nearest passage of another idea, with its cosine after centring. */
type Near = Neighbour & Readonly<{ likeness: number }>

/** Number of nearest passages that are used. */
export const WINDOW = 64
/** Number of nearest ideas that vote, weighted by likeness. */
const VOTERS = 10
/** Thresholds of a tag: votes, share of all votes, and fraction of the winner's votes. */
const MIN_VOTES = 0.5
const MIN_SHARE = 0.3
const MIN_PART = 0.7
/** The nearness of an idea to a tag is its mean cosine with this many of the tag's nearest ideas. */
const NEAREST = 3
/** An idea fits a tag if it is at least as near as this quantile of the tag's own ideas, minus a tolerance. */
const QUANTILE = 0.25
const TOLERANCE = 0.02

/** Weighted k-nearest-neighbours vote on tags, restricted to tags that the idea fits about as well as the tag's own ideas. */
export function tagsOfNeighbours(vector: Vector, neighbours: readonly Neighbour[], atMost: number): Tag[] {
  const near = nearestFirst(vector, neighbours)
  const voters = near.slice(0, VOTERS).filter(({ likeness }) => likeness > 0)
  const all = voters.reduce((sum, { likeness }) => sum + likeness, 0)
  const found = count(voters)
    .filter(({ votes }) => votes >= MIN_VOTES && votes >= MIN_SHARE * all)
    .filter(({ tag }) => belongs(vector, near, tag))
  const most = found[0]?.votes ?? 0
  return found
    .filter(({ votes }) => votes >= MIN_PART * most)
    .slice(0, atMost)
    .map(({ tag }) => tag)
}

/**
 * Ideas sorted by likeness, the cosine after subtracting the mean of the neighbourhood, because what all ideas of a user
 * have in common does not distinguish them. The origin counts as one passage, so that a few equal passages do not
 * coincide with the mean.
 */
function nearestFirst(vector: Vector, neighbours: readonly Neighbour[]): Near[] {
  const middle = vector.map(
    (_, at) =>
      neighbours.reduce((sum, { vector: there }) => sum + (there[at] ?? 0), 0) / (neighbours.length + 1),
  )
  const direction = directionFrom(middle, vector)
  const ideas = new Map<number, Near>()
  for (const neighbour of neighbours) {
    const likeness = dot(direction, directionFrom(middle, neighbour.vector))
    if (likeness > (ideas.get(neighbour.id)?.likeness ?? -Infinity))
      ideas.set(neighbour.id, { ...neighbour, likeness })
  }
  return [...ideas.values()].sort((a, b) => b.likeness - a.likeness)
}

function count(voters: readonly Near[]): { tag: Tag; votes: number }[] {
  const votes = new Map<number, { tag: Tag; votes: number }>()
  for (const { likeness, tags } of voters) {
    for (const tag of tags) votes.set(tag.id, { tag, votes: likeness + (votes.get(tag.id)?.votes ?? 0) })
  }
  return [...votes.values()].sort((a, b) => b.votes - a.votes)
}

/** Whether the idea is about as near to a tag as the tag's own ideas; a scale that does not depend on the model. */
function belongs(vector: Vector, near: readonly Near[], { id }: Tag): boolean {
  const vectors = near.filter(({ tags }) => tags.some((tag) => tag.id === id)).map((one) => one.vector)
  if (vectors.length < 2) return false
  const own = vectors.map((one, at) => nearness(one, vectors.toSpliced(at, 1))).sort((a, b) => a - b)
  return nearness(vector, vectors) >= (own[Math.floor(QUANTILE * own.length)] ?? 0) - TOLERANCE
}

function nearness(vector: Vector, others: readonly Vector[]): number {
  const nearest = others
    .map((other) => dot(vector, other))
    .sort((a, b) => b - a)
    .slice(0, NEAREST)
  return nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length
}

function directionFrom(place: Vector, vector: Vector): number[] {
  return normalised(vector.map((value, at) => value - (place[at] ?? 0)))
}
