import { expect } from 'chai'
import fc from 'fast-check'
import { tagsOfNeighbours, type Neighbour } from '../../../src/features/auto-tags/neighbours.ts'
import { normalised } from '../../../src/platform/embeddings/vectors.ts'

const DIMENSIONS = 12
const TAGS = ['garden', 'home', 'money', 'music', 'travel'].map((name, id) => ({ id, name }))
const idOf = (name: string): number => TAGS.findIndex((tag) => tag.name === name)

/** A vector of length 1 near an axis: most of it, a little of what all texts have in common, and something of its own. */
function near(axis: number, { common = 0.3, own = 0 } = {}): number[] {
  return normalised(
    Array.from({ length: DIMENSIONS }, (_, at) => {
      if (at === DIMENSIONS - 1) return common
      return Number(at === axis) + own * Math.sin(7 * at + 13 * own)
    }),
  )
}

const suggest = (vector: readonly number[], neighbours: readonly Neighbour[]): string[] =>
  tagsOfNeighbours(vector, neighbours, 3).map(({ name }) => name)

/** So many ideas near an axis with the same tags. */
function some(count: number, axis: number, names: readonly string[], from = 0): Neighbour[] {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    vector: near(axis, { own: 0.05 + at / 20 }),
    tags: names.map((name) => ({ id: idOf(name), name })),
  }))
}

const neighbours = fc
  .array(
    fc.record({
      id: fc.nat({ max: 20 }),
      vector: fc
        .tuple(fc.nat({ max: 6 }), fc.double({ min: 0, max: 2, noNaN: true }))
        .map(([axis, own]) => near(axis, { own })),
      tags: fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1 }),
    }),
    { maxLength: 30 },
  )
  // All passages of an idea carry its tags.
  .map((all) => all.map((one) => ({ ...one, tags: all.find(({ id }) => id === one.id)?.tags ?? [] })))

describe('tags of near ideas', () => {
  const garden = near(0, { own: 0.1 })

  it('are those that the nearest carry, not those of the others', () => {
    const all = [...some(4, 0, ['garden']), ...some(4, 1, ['money'], 10), ...some(4, 2, ['music'], 20)]
    expect(suggest(garden, all)).to.deep.equal(['garden'])
    expect(suggest(near(1, { own: 0.1 }), all)).to.deep.equal(['money'])
  })

  it('come in the order of their votes', () => {
    const all = [
      ...some(3, 0, ['garden', 'home']),
      ...some(1, 0, ['garden'], 10),
      ...some(5, 1, ['money'], 20),
    ]
    expect(suggest(garden, all)).to.deep.equal(['garden', 'home'])
  })

  it('are found where all other ideas are about the same', () => {
    expect(suggest(garden, some(4, 0, ['garden']))).to.deep.equal(['garden'])
    const equal = Array.from({ length: 4 }, (_, id) => ({ id, vector: garden, tags: TAGS.slice(0, 1) }))
    expect(suggest(garden, equal)).to.deep.equal(['garden'])
  })

  it('are none where nothing is near, or nothing is there', () => {
    const stranger = near(3, { own: 0.1 })
    expect(suggest(stranger, [...some(4, 0, ['garden']), ...some(4, 1, ['money'], 10)])).to.deep.equal([])
    expect(suggest(stranger, some(4, 0, ['garden']))).to.deep.equal([])
    expect(suggest(stranger, [])).to.deep.equal([])
  })

  it('are none where the idea is less near to the tag’s ideas than these are to each other', () => {
    const between = normalised(near(0).map((value, at) => value + 0.8 * (near(3)[at] ?? 0)))
    expect(suggest(between, [...some(6, 0, ['garden']), ...some(6, 1, ['money'], 10)])).to.deep.equal([])
  })

  it('are none where those that are near do not agree', () => {
    const all = TAGS.map((tag, id) => ({ id, vector: near(0, { own: 0.05 + id / 20 }), tags: [tag] }))
    expect(suggest(garden, all)).to.deep.equal([])
  })

  it('count an idea once with however many passages', () => {
    const passages = Array.from({ length: 40 }, (_, at) => ({
      id: 1,
      vector: near(0, { own: 0.4 + at / 100 }),
      tags: [{ id: idOf('travel'), name: 'travel' }],
    }))
    const others = [...some(5, 0, ['garden'], 10), ...some(5, 1, ['money'], 20)]
    expect(suggest(garden, [...passages, ...others])).to.deep.equal(['garden'])
  })

  it('are never more than asked for, each different, each of a neighbour, in whatever order those come', () => {
    fc.assert(
      fc.property(neighbours, fc.nat({ max: 6 }), fc.integer({ min: 1, max: 4 }), (all, axis, atMost) => {
        const tags = tagsOfNeighbours(near(axis), all, atMost)
        expect(tags.length).to.be.at.most(atMost)
        expect(new Set(tags.map(({ id }) => id)).size).to.equal(tags.length)
        expect(all.flatMap((one) => one.tags)).to.include.members(tags)
        const again = tagsOfNeighbours(near(axis), [...all].reverse(), 4)
        const sorted = (found: typeof tags): number[] => found.map(({ id }) => id).sort()
        if (atMost === 4 && again.length < 4) expect(sorted(again)).to.deep.equal(sorted(tags))
      }),
    )
  })
})
