import { expect } from 'chai'
import fc from 'fast-check'
import { PaperGraph } from './paper-graph.ts'

const IDEAS = 6
const which = fc.integer({ min: 1, max: IDEAS })
const texts = fc.constantFrom(null, null, 'one', 'two')
const url = fc.constantFrom('https://example.org', 'https://example.org/', 'https://example.org/x')
const type = fc.constantFrom(
  'BLOCKS',
  'PARENT',
  'RELATED',
  'SUPERSEDES',
  'DUPLICATE',
) as fc.Arbitrary<'BLOCKS'>

const ideas = fc
  .array(
    fc.record({
      title: fc.constantFrom('Same', 'Other'),
      body: fc.constantFrom('', 'Text', '\n\n---\n\n## Same', '## Same\n'),
      tags: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 3 }), auto: fc.boolean() }), {
        selector: ({ id }) => id,
      }),
    }),
    { minLength: IDEAS, maxLength: IDEAS },
  )
  .map((all) => all.map((idea, index) => ({ ...idea, id: index + 1, survivorId: null })))
const links = fc
  .array(fc.record({ ideaId: which, url, title: texts }), { maxLength: 6 })
  .map((all) => all.map((link, id) => ({ ...link, id: id + 1, linkType: 'url' as const, createdAt: id })))
const edges = fc
  .array(fc.record({ sourceId: which, targetId: which, type, note: texts }), { maxLength: 16 })
  .map((all) => all.map((edge, id) => ({ ...edge, id: id + 101, createdAt: id, score: null })))
const states = fc.record({ ideas, links, edges })
const merges = fc.array(fc.tuple(which, which), { minLength: 1, maxLength: 6 })

const RUNS = 1_000

describe('The plans of merges', function () {
  this.timeout(60_000)
  it('and of their undoing, the last first, lead back to where they began', () => {
    fc.assert(
      fc.property(states, merges, (given, pairs) => {
        const graph = new PaperGraph(given)
        const before = [graph.state()]
        const made: number[] = []
        for (const [survivor, absorbed] of pairs) {
          if (!graph.merge(survivor, absorbed)) continue
          made.push(absorbed)
          before.push(graph.state())
        }
        for (const absorbed of made.reverse()) {
          before.pop()
          expect(graph.unmerge(absorbed)).to.deep.equal([])
          expect(graph.state()).to.deep.equal(before.at(-1))
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('and of their undoing, in any order, lead back but for relations that they say are lost', () => {
    const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(states, merges, order, (given, pairs, picks) => {
        const graph = new PaperGraph(given)
        const before = graph.state()
        const survivors = new Map<number, number>()
        for (const [survivor, absorbed] of pairs)
          if (graph.merge(survivor, absorbed)) survivors.set(absorbed, survivor)
        const lost = new Set<number>()
        for (const pick of picks.slice(0, survivors.size)) {
          const ready = [...survivors].filter(([, survivor]) => !survivors.has(survivor))
          const [absorbed = 0] = ready[pick % ready.length] ?? []
          for (const id of graph.unmerge(absorbed)) lost.add(id)
          survivors.delete(absorbed)
        }
        const after = graph.state()
        const sure = ({ id }: { id: number }): boolean => !lost.has(id)
        expect(after.edges.filter(sure)).to.deep.equal(before.edges.filter(sure))
        expect(after.links).to.deep.equal(before.links)
        expect(after.ideas).to.deep.equal(before.ideas)
      }),
      { numRuns: RUNS },
    )
  })
})
