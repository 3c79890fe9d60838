import { expect } from 'chai'
import fc from 'fast-check'
import { backEdges, type Edge } from '../../src/platform/cycles.ts'
import { distance } from '../support/paths.ts'

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

describe('the edges that close a cycle', () => {
  it('are none exactly where there is no cycle, and without them there is none', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (edges) => {
        const closing = new Set(await backEdges(edges))
        expect(closing.size === 0).to.equal(isAcyclic(edges))
        expect(isAcyclic(edges.filter((_, index) => !closing.has(index)))).to.equal(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are each part of a cycle', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (edges) => {
        const arrows = edges.map(({ source, target }) => [source, target] as const)
        for (const index of await backEdges(edges)) {
          const { source, target } = edges[index] ?? { source: -1, target: -1 }
          if (source !== target) expect(distance(arrows, target, source)).to.be.greaterThan(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('are found in a chain of 100,000, and where each of them leads back to the first', async () => {
    const chain = Array.from({ length: 100_000 }, (_, source) => ({ source, target: source + 1 }))
    expect(await backEdges(chain)).to.deep.equal([])
    const back = chain.map(({ target }) => ({ source: target, target: 0 }))
    expect(await backEdges([...chain, ...back])).to.have.lengthOf(back.length)
  })
})
