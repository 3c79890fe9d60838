import { expect } from 'chai'
import fc from 'fast-check'
import { jsonExport } from '../../../src/features/exports/json.ts'
import { openSource } from '../../../src/features/exports/source.ts'
import { createIdSnapshot } from '../../../src/features/exports/id-snapshot.ts'
import { Export } from '../../../src/features/exports/schema.ts'
import { expectWhole } from './files.ts'
import { Change, graphAfter, tornStore, type TornGraph } from './torn-graph.ts'

const NOTHING: Change = { kind: 'nothing', id: 1, other: 1 }
const history = fc.array(Change, { maxLength: 40 })

async function exported(graph: TornGraph, changes: readonly Change[]): Promise<Export> {
  const source = await openSource(tornStore(graph, changes), 'user', { archived: true })
  const pieces: string[] = []
  for await (const piece of jsonExport(source, '2026-11-21T13:00:00.000Z')) pieces.push(piece)
  return Export.parse(JSON.parse(pieces.join('')))
}

describe('an export of a graph that changes after every page', () => {
  it('refers to nothing that it does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (before, meanwhile) => {
        expectWhole(await exported(graphAfter(before), meanwhile))
      }),
      { numRuns: 100 },
    )
  })

  it('keeps every idea that nobody deletes, and every parent and survivor that stays', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (before, meanwhile) => {
        const graph = graphAfter(before)
        const moves = meanwhile.filter(({ kind }) => kind === 'move' || kind === 'merge')
        const ids = [...graph.ideas.keys()]
        const file = await exported(graph, moves)
        expect(file.ideas.map(({ id }) => id)).to.have.members(ids)
        const touched = new Set(moves.flatMap(({ id, other }) => [id, other]))
        const originals = graphAfter(before).ideas
        for (const { id, parent_id: parent, archived, merged_into: survivor } of file.ideas) {
          const original = originals.get(id)
          if (original === undefined || touched.has(id)) continue
          if (!archived && !touched.has(original.parent ?? 0)) expect(parent).to.equal(original.parent)
          const chain = survivors(originals, id)
          if (archived && !chain.some((other) => touched.has(other))) {
            const last = chain.at(-1) ?? 0
            expect(survivor).to.equal(originals.get(last)?.archived === false ? last : null)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('is whole whichever page an archived idea comes back after, with a relation and a child', async () => {
    for (let pages = 0; pages < 30; pages += 1) {
      const nothings = Array.from({ length: pages }, () => NOTHING)
      const merged = graphAfter([{ kind: 'merge', id: 1, other: 12 }])
      expectWhole(await exported(merged, [...nothings, { kind: 'restore', id: 1, other: 2 }]))
      const again = graphAfter([{ kind: 'merge', id: 1, other: 12 }])
      expectWhole(await exported(again, [...nothings, { kind: 'restore', id: 1, other: 11 }]))
    }
  })

  it('is whole whichever page two ideas are merged after', async () => {
    for (let pages = 0; pages < 30; pages += 1) {
      const nothings = Array.from({ length: pages }, () => NOTHING)
      const file = await exported(graphAfter([]), [...nothings, { kind: 'merge', id: 1, other: 12 }])
      expectWhole(file)
      expect(file.links).to.have.lengthOf(12)
    }
  })

  it('waits for a parent and a survivor that come later than the idea', async () => {
    const moved = await exported(graphAfter([]), [NOTHING, { kind: 'move', id: 1, other: 12 }])
    expect(moved.ideas.find(({ id }) => id === 1)).to.include({ parent_id: 12, archived: false })
    const merged = await exported(graphAfter([]), [NOTHING, { kind: 'merge', id: 1, other: 12 }])
    expect(merged.ideas.find(({ id }) => id === 1)).to.include({ merged_into: 12, archived: true })
  })

  it('leaves out a parent and a relation that are newer than the export', async () => {
    const file = await exported(graphAfter([]), [
      { kind: 'create', id: 13, other: 1 },
      { kind: 'move', id: 1, other: 13 },
      { kind: 'relate', id: 1, other: 13 },
    ])
    expectWhole(file)
    expect(file.ideas.find(({ id }) => id === 1)).to.include({ parent_id: null })
    expect(file.relations).to.deep.equal([])
  })

  it('says of every tag how many active ideas in it carry the tag', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (before, meanwhile) => {
        const { ideas, tags } = await exported(graphAfter(before), meanwhile)
        for (const { name, idea_count: count } of tags) {
          expect(ideas.filter((idea) => !idea.archived && idea.tags.includes(name))).to.have.lengthOf(count)
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** The ideas that took one in, one after another. */
function survivors(ideas: TornGraph['ideas'], id: number): number[] {
  const next = ideas.get(id)?.survivor ?? null
  return next === null ? [] : [next, ...survivors(ideas, next)]
}

describe('the snapshot of an export', () => {
  it('puts parents first, and every idea once, also where a torn source shows a cycle', () => {
    const Parents = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 20 })
    fc.assert(
      fc.property(Parents, fc.boolean(), (parents, ascending) => {
        const ids = parents.map((_, index) => (ascending ? index + 1 : parents.length - index))
        const snapshot = createIdSnapshot({ ids, sizes: ids, references: [...parents] }, ids.length)
        expect([...snapshot.order].sort((a, b) => a - b)).to.deep.equal([...ids.keys()])
        const place = new Map(snapshot.order.map((index, at) => [index, at]))
        const parentOf = (index: number): number => snapshot.find(parents[index] ?? 0)
        for (const index of snapshot.order) {
          const line = [index]
          for (let at = parentOf(index); at >= 0 && !line.includes(at); at = parentOf(at)) line.push(at)
          const inCycle = parentOf(line.at(-1) ?? 0) >= 0
          const parent = parentOf(index)
          if (parent >= 0 && !inCycle) expect(place.get(parent)).to.be.below(place.get(index) ?? 0)
        }
      }),
    )
  })
})
