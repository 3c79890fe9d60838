import { expect } from 'chai'
import fc from 'fast-check'
import { tagsOfNeighbours, type Neighbour } from '../../src/auto-tags/neighbours.ts'
import { landscapeOf, near } from './landscape.ts'

const landscape = landscapeOf([0, 1, 2, 3])
const suggest = (axis: number, neighbours: readonly Neighbour[]): string[] =>
  tagsOfNeighbours(near(axis), neighbours, landscape, 3)

/** So many ideas near an axis with the same tags. */
function some(count: number, axis: number, tags: readonly string[], from = 0): Neighbour[] {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    vector: near(axis, 0.3 + at / 50),
    tags,
  }))
}

const neighbours = fc
  .array(
    fc.record({
      id: fc.nat({ max: 20 }),
      vector: fc
        .tuple(fc.nat({ max: 6 }), fc.double({ min: 0, max: 2, noNaN: true }))
        .map(([axis, rest]) => near(axis, rest)),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }),
    }),
    { maxLength: 30 },
  )
  // All passages of an idea carry its tags.
  .map((all) => all.map((one) => ({ ...one, tags: all.find(({ id }) => id === one.id)?.tags ?? [] })))

describe('tags of near ideas', () => {
  it('are those that the nearest carry, not those of the others', () => {
    const all = [...some(4, 0, ['garden']), ...some(4, 1, ['money'], 10), ...some(4, 2, ['music'], 20)]
    expect(suggest(0, all)).to.deep.equal(['garden'])
    expect(suggest(1, all)).to.deep.equal(['money'])
  })

  it('come in the order of their votes', () => {
    const all = [
      ...some(3, 0, ['garden', 'home']),
      ...some(1, 0, ['garden'], 10),
      ...some(5, 1, ['money'], 20),
    ]
    expect(suggest(0, all)).to.deep.equal(['garden', 'home'])
  })

  it('are none where nothing is near, or nothing is there', () => {
    expect(suggest(3, [...some(3, 0, ['garden']), ...some(3, 1, ['money'], 10)])).to.deep.equal([])
    expect(suggest(3, [])).to.deep.equal([])
  })

  it('are none where those that are near do not agree', () => {
    const all = Array.from({ length: 8 }, (_, id) => ({
      id,
      vector: near(0, 0.3 + id / 50),
      tags: [`tag ${id}`],
    }))
    expect(suggest(0, [...all, ...some(8, 1, ['money'], 20)])).to.deep.equal([])
  })

  it('count a tag once in whatever spelling, and an idea once with however many passages', () => {
    const spellings = [...some(2, 0, ['Garden']), ...some(2, 0, ['garden'], 10)]
    expect(suggest(0, [...spellings, ...some(4, 1, ['money'], 20)])).to.deep.equal(['Garden'])
    const passages = Array.from({ length: 40 }, (_, at) => ({
      id: 1,
      vector: near(0, 1 + at / 20),
      tags: ['long'],
    }))
    const others = [...some(5, 0, ['garden'], 10), ...some(5, 1, ['money'], 20)]
    expect(suggest(0, [...passages, ...others])[0]).to.equal('garden')
  })

  it('are never more than asked for, each different, each of a neighbour, in whatever order those come', () => {
    fc.assert(
      fc.property(neighbours, fc.nat({ max: 6 }), fc.integer({ min: 1, max: 4 }), (all, axis, atMost) => {
        const names = tagsOfNeighbours(near(axis), all, landscape, atMost)
        expect(names.length).to.be.at.most(atMost)
        expect(new Set(names).size).to.equal(names.length)
        expect(all.flatMap(({ tags }) => tags)).to.include.members(names)
        const sorted = [...names].sort()
        const again = tagsOfNeighbours(near(axis), [...all].reverse(), landscape, 4)
        if (atMost === 4 && again.length < 4) expect([...again].sort()).to.deep.equal(sorted)
      }),
    )
  })
})
