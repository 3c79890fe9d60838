import { expect } from 'chai'
import fc from 'fast-check'
import { closingEdges, type Edge } from '../../src/platform/cycles.ts'

const node = fc.nat({ max: 7 })
const graph = fc.array(fc.record({ source: node, target: node }), { maxLength: 20 })

/** Whether a graph has no cycle, by taking away nodes that nothing points to (Kahn). */
function isAcyclic(edges: readonly Edge[]): boolean {
  let left = [...edges]
  for (;;) {
    const targets = new Set(left.map(({ target }) => target))
    const kept = left.filter(({ source }) => targets.has(source))
    if (kept.length === left.length) return left.length === 0
    left = kept
  }
}

describe('the edges that close a cycle', function () {
  this.timeout(20_000)

  it('are none exactly where there is no cycle, and without them there is none', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const closing = closingEdges(edges)
        expect(closing.size === 0).to.equal(isAcyclic(edges))
        expect(isAcyclic(edges.filter((_, index) => !closing.has(index)))).to.equal(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('come with their cycle, from the source through the target back to the source', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        for (const [index, cycle] of closingEdges(edges)) {
          const { source, target } = edges[index] ?? { source: -1, target: -1 }
          expect([cycle[0], cycle[1], cycle.at(-1)]).to.deep.equal([source, target, source])
          for (const [place, from] of cycle.slice(0, -1).entries()) {
            const to = cycle[place + 1]
            expect(edges.some((edge) => edge.source === from && edge.target === to)).to.equal(true)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('are found in a chain of 200,000', () => {
    const edges = Array.from({ length: 200_000 }, (_, source) => ({ source, target: source + 1 }))
    expect(closingEdges(edges).size).to.equal(0)
    expect([...closingEdges([...edges, { source: 200_000, target: 199_999 }])]).to.deep.equal([
      [200_000, [200_000, 199_999, 200_000]],
    ])
  })
})
