import { expect } from 'chai'
import { PaperGraph, type PaperIdea } from './paper-graph.ts'
import type { RelationRow } from '../../../src/features/relations/present.ts'

function idea(id: number, tags: PaperIdea['tags'] = []): PaperIdea {
  return { id, title: `Idea ${id}`, body: `Text ${id}`, tags, survivorId: null }
}

function edge(id: number, sourceId: number, targetId: number): RelationRow {
  return { id, sourceId, targetId, type: 'DUPLICATE', note: null, createdAt: id, score: null }
}

function tagsOf(graph: PaperGraph, id: number): unknown {
  return graph.state().ideas.find((own) => own.id === id)?.tags
}

describe('The plan of an unmerge', () => {
  it('gives the note and the score of a relation back only while its type is what it was', () => {
    const [automatic, byHand] = [
      { ...edge(11, 1, 3), score: 0.9 },
      { ...edge(12, 2, 3), note: 'note' },
    ]
    for (const type of ['DUPLICATE', 'RELATED'] as const) {
      const graph = new PaperGraph({
        ideas: [1, 2, 3].map((id) => idea(id)),
        links: [],
        edges: [automatic, byHand],
      })
      graph.merge(1, 2)
      const [kept] = graph.state().edges
      expect(kept).to.include({ id: 11, note: 'note', score: null })
      graph.change({ ...edge(11, 1, 3), note: 'note', type })
      graph.unmerge(2)
      const wanted = type === 'DUPLICATE' ? automatic : { ...automatic, type, note: 'note', score: null }
      expect(graph.state().edges).to.deep.equal([wanted, byHand])
    }
  })

  it('leaves the survivor an automatic tag of the other idea that somebody has chosen since', () => {
    for (const auto of [true, false]) {
      const graph = new PaperGraph({
        ideas: [idea(1), idea(2, [{ id: 7, auto: true }])],
        links: [],
        edges: [],
      })
      graph.merge(1, 2)
      graph.choose(1, { id: 7, auto })
      graph.unmerge(2)
      expect(tagsOf(graph, 1)).to.deep.equal(auto ? [] : [{ id: 7, auto: false }])
      expect(tagsOf(graph, 2)).to.deep.equal([{ id: 7, auto: true }])
    }
  })

  it('takes a tag from the survivor that a person had chosen for another idea that was merged into it', () => {
    const chosen = [{ id: 7, auto: false }]
    const ideas = [idea(1), idea(2, [{ id: 7, auto: true }]), idea(3, chosen)]
    const graph = new PaperGraph({ ideas, links: [], edges: [] })
    for (const id of [2, 3]) graph.merge(1, id)
    for (const id of [2, 3]) graph.unmerge(id)
    expect([1, 2, 3].map((id) => tagsOf(graph, id))).to.deep.equal([[], [{ id: 7, auto: true }], chosen])
  })
})
