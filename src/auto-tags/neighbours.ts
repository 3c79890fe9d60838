import { tagKey } from '../tags/schema.ts'
import { directionFrom, dot, type Vector } from './vectors.ts'
import type { Landscape } from './vocabulary.ts'

/** A passage of another idea, with the tags that its user gave that. */
export type Neighbour = Readonly<{ id: number; vector: Vector; tags: readonly string[] }>

/** How many of the nearest passages are looked at. */
export const WINDOW = 64
/** How many of the nearest ideas vote. */
const VOTERS = 10
/** What they count for is their likeness in the unit of {@link Landscape}; less than this is none. */
const MIN_LIKENESS = 0.8
/** What a tag needs: so many votes, such a share of all, and beside the winner such a part of its votes. */
const MIN_VOTES = 4
const MIN_SHARE = 0.3
const BESIDE = 0.7
/** As how many passages the middle of the vocabulary counts: a handful of neighbours has no middle of its own. */
const PRIOR = 5

/**
 * The tags of the nearest ideas, by their votes. Likeness is seen from the middle of the neighbourhood: what all ideas of a
 * user have in common says nothing about one of them.
 */
export function tagsOfNeighbours(
  vector: Vector,
  neighbours: readonly Neighbour[],
  { middle, spread }: Landscape,
  atMost: number,
): string[] {
  const centre = centreOf(neighbours, middle)
  const direction = directionFrom(centre, vector)
  const voters = new Map<number, Readonly<{ likeness: number; tags: readonly string[] }>>()
  for (const { id, vector: there, tags } of neighbours) {
    const likeness = dot(direction, directionFrom(centre, there)) / spread
    if (likeness >= Math.max(MIN_LIKENESS, voters.get(id)?.likeness ?? 0)) voters.set(id, { likeness, tags })
  }
  const nearest = [...voters.values()].sort((a, b) => b.likeness - a.likeness).slice(0, VOTERS)
  const all = nearest.reduce((sum, { likeness }) => sum + likeness, 0)
  const found = count(nearest).filter(({ votes }) => votes >= MIN_VOTES && votes >= MIN_SHARE * all)
  const most = found[0]?.votes ?? 0
  return found
    .filter(({ votes }) => votes >= BESIDE * most)
    .slice(0, atMost)
    .map(({ name }) => name)
}

function count(voters: readonly Readonly<{ likeness: number; tags: readonly string[] }>[]) {
  const votes = new Map<string, { name: string; votes: number }>()
  for (const { likeness, tags } of voters) {
    for (const name of tags) {
      const entry = votes.get(tagKey(name)) ?? { name, votes: 0 }
      entry.votes += likeness
      votes.set(tagKey(name), entry)
    }
  }
  return [...votes.values()].sort((a, b) => b.votes - a.votes)
}

function centreOf(neighbours: readonly Neighbour[], middle: Vector): number[] {
  const weight = neighbours.length + PRIOR
  return middle.map((value, at) => {
    const sum = neighbours.reduce((total, { vector }) => total + (vector[at] ?? 0), PRIOR * value)
    return sum / weight
  })
}
