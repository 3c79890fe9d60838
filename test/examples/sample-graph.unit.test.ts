import path from 'node:path'
import { expect } from 'chai'
import { readGraph, relationsOf, type Graph } from '../../examples/graph-file.ts'
import { RelationType } from '../../src/features/relations/schema.ts'

const file = path.resolve(import.meta.dirname, '../../examples/sample-graph.json')

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}

/** A cycle along relations of one type, if there is one: what remains when ideas without incoming ones are taken away. */
function cycleOf(edges: readonly Readonly<{ source: string; target: string }>[]): string[] {
  let left = [...edges]
  for (;;) {
    const targets = new Set(left.map(({ target }) => target))
    const next = left.filter(({ source }) => targets.has(source))
    if (next.length === left.length) return [...new Set(left.map(({ source }) => source))]
    left = next
  }
}

// readGraph judges limits, types, unknown keys and repeated relations: a file that breaks them does not load at all.
describe('the sample graph', () => {
  let graph: Graph
  let relations: Graph['relations']

  before(async () => {
    graph = await readGraph(file)
    relations = relationsOf(graph)
  })

  it('has at least 64 ideas, 130 relations and 30 links', () => {
    expect(graph.ideas.length).to.be.at.least(64)
    expect(relations.length).to.be.at.least(130)
    expect(graph.ideas.flatMap(({ links }) => links).length).to.be.at.least(30)
  })

  it('uses every relation type at least ten times, with notes on a third', () => {
    const uses = countBy(relations, ({ type }) => type)
    for (const type of RelationType.options) expect(uses.get(type), type).to.be.at.least(10)
    expect(relations.filter(({ note }) => note !== null).length).to.be.at.least(relations.length / 3)
  })

  it('gives two to four tags to each idea, each from a vocabulary of 25 to 30 and used more than once', () => {
    for (const { key, tags } of graph.ideas) {
      expect(tags.length, key).to.be.within(2, 4)
      expect(new Set(tags).size, key).to.equal(tags.length)
    }
    const uses = countBy(
      graph.ideas.flatMap(({ tags }) => tags),
      (tag) => tag,
    )
    expect(uses.size).to.be.within(25, 30)
    for (const [tag, count] of uses) {
      expect(tag).to.match(/^[a-z]+(-[a-z]+)*$/)
      expect(count, tag).to.be.at.least(2)
    }
    expect([...uses.values()].filter((count) => count >= 4).length).to.be.above(uses.size / 2)
  })

  it('colours only tags that it uses', () => {
    const used = new Set(graph.ideas.flatMap(({ tags }) => tags))
    expect(Object.keys(graph.tag_colors).filter((name) => !used.has(name))).to.deep.equal([])
    expect(Object.keys(graph.tag_colors).length).to.be.above(0)
  })

  for (const type of ['blocks', 'parent', 'supersedes'] as const) {
    it(`has no cycle of ${type}`, () => {
      expect(cycleOf(relations.filter((relation) => relation.type === type))).to.deep.equal([])
    })
  }

  it('has at most one parent for each idea, and no relation of an idea with itself', () => {
    const parents = countBy(
      relations.filter(({ type }) => type === 'parent'),
      ({ target }) => target,
    )
    expect([...parents].filter(([, count]) => count > 1)).to.deep.equal([])
    expect(relations.filter(({ source, target }) => source === target)).to.deep.equal([])
  })

  it('connects every idea', () => {
    const connected = new Set(relations.flatMap(({ source, target }) => [source, target]))
    expect(graph.ideas.filter(({ key }) => !connected.has(key))).to.deep.equal([])
  })

  it('has every status, and no two equal ideas', () => {
    expect(countBy(graph.ideas, ({ status }) => status).size).to.equal(5)
    const folded = countBy(graph.ideas, ({ title, body }) =>
      `${title}\n${body}`.normalize('NFKC').toLowerCase().replace(/\s+/g, ' '),
    )
    expect([...folded].filter(([, count]) => count > 1)).to.deep.equal([])
  })

  it('links only to hosts that are nobody’s', () => {
    const urls = graph.ideas.flatMap(({ links, source_url }) => [
      ...links.map(({ url }) => url),
      ...(source_url === null ? [] : [source_url]),
    ])
    const foreign = urls.filter((url) => !/(^|\.)example\.(org|com)$/.test(new URL(url).hostname))
    expect(foreign).to.deep.equal([])
  })
})
