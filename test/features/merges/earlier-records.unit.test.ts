import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { PaperGraph, type State } from './paper-graph.ts'

/** Merges, and the undoing of some of them, as the service of commit e7e4bb8 left them. */
type History = Readonly<{
  /** Before the first merge. */
  before: State
  state: State
  /** By absorbed idea, in the order of the merges. */
  records: [number, unknown][]
  /** Relations that did not come back before. */
  lost: number[]
}>

const file = path.join(import.meta.dirname, 'earlier-records.snapshot.json')
const histories = JSON.parse(readFileSync(file, 'utf8')) as History[]

describe('Records of merges from before merges were reverted and applied again', () => {
  for (const reversed of [true, false])
    it(`let the merges be undone, the ${reversed ? 'last' : 'first'} one first`, () => {
      for (const { before, state, records, lost } of histories) {
        const graph = new PaperGraph(state, records)
        const gone = new Set(lost)
        const standing = new Map(
          state.ideas.flatMap(({ id, survivorId }) => (survivorId === null ? [] : [[id, survivorId]])),
        )
        const order = records.map(([id]) => id)
        if (reversed) order.reverse()
        while (standing.size > 0) {
          const next = order.find((id) => standing.has(id) && !standing.has(standing.get(id) ?? 0)) ?? 0
          for (const { id, reason } of graph.unmerge(next)) if (reason !== 'merged') gone.add(id ?? 0)
          standing.delete(next)
        }
        const after = graph.state()
        expect([after.ideas, after.links]).to.deep.equal([before.ideas, before.links])
        const sure = ({ id, type, score }: State['edges'][number]): boolean =>
          !gone.has(id) && (type !== 'DUPLICATE' || score === null)
        expect(after.edges.filter(sure)).to.deep.equal(before.edges.filter(sure))
      }
    })
})
