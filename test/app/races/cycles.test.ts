import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { newIdeaIds, newRelation, relate } from '../../support/factories.ts'
import { hasCycle } from '../../support/paths.ts'
import { arrowsOf, flood, startPair, tally, type Pair, type Racer } from './pair.ts'

const ROUNDS = 8

/** Closes a cycle of which each request adds one edge; `close` adds the edge from one id to the next. */
async function race(
  racer: Racer,
  length: number,
  close: (client: Client, from: number, to: number, index: number) => Promise<Reply>,
): Promise<Reply[]> {
  const ids = await newIdeaIds(racer.one, length)
  const next = (index: number): number => ids[(index + 1) % length] ?? 0
  return flood(racer, length, (client, index) => close(client, ids[index] ?? 0, next(index), index))
}

async function expectOneRefused(racer: Racer, replies: readonly Reply[], type: string): Promise<void> {
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused, JSON.stringify(tally(replies))).to.have.length(1)
  expect(refused[0]?.body.error).to.equal('Relation would create a cycle')
  expect(refused[0]?.body.cycle).to.have.length(replies.length + 1)
  expect(replies.filter(({ status }) => status === 200 || status === 201)).to.have.length(replies.length - 1)
  expect(hasCycle(await arrowsOf(racer, type))).to.equal(false)
}

const relateAs = (type: string) => (client: Client, source: number, target: number) =>
  relate(client, source, type, target)
const nest = (client: Client, parent: number, child: number): Promise<Reply> =>
  client.patch(`/ideas/${child}`, { parent_id: parent })

describe('edges that close a cycle together, at two processes at once', () => {
  let pair: Pair
  before(async () => {
    pair = await startPair()
  })
  after(async () => pair.stop())

  for (const type of ['blocks', 'parent', 'supersedes']) {
    it(`let exactly one of two opposite ${type} relations in`, async () => {
      const racer = await pair.racer()
      for (let round = 0; round < ROUNDS; round += 1) {
        await expectOneRefused(racer, await race(racer, 2, relateAs(type)), type)
      }
    })

    it(`let all but one of five ${type} relations in a ring in`, async () => {
      const racer = await pair.racer()
      for (let round = 0; round < 3; round += 1) {
        await expectOneRefused(racer, await race(racer, 5, relateAs(type)), type)
      }
    })
  }

  it('let exactly one of two ideas become the parent of the other by PATCH', async () => {
    const racer = await pair.racer()
    for (let round = 0; round < ROUNDS; round += 1) {
      await expectOneRefused(racer, await race(racer, 2, nest), 'parent')
    }
  })

  it('let all but one of four ideas in a ring have its parent, by PATCH and by relation', async () => {
    const racer = await pair.racer()
    for (let round = 0; round < 3; round += 1) {
      const replies = await race(racer, 4, (client, from, to, index) =>
        index < 2 ? nest(client, from, to) : relate(client, from, 'parent', to),
      )
      await expectOneRefused(racer, replies, 'parent')
    }
  })

  it('let exactly one of two opposite relations change its type to blocks', async () => {
    const racer = await pair.racer()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = await newIdeaIds(racer.one, 2)
      const there = await newRelation(racer.one, a, 'related', b)
      const back = await newRelation(racer.one, b, 'related', a)
      const replies = await flood(racer, 2, (client, index) =>
        client.patch(`/map/relations/${index === 0 ? there : back}`, { relation_type: 'blocks' }),
      )
      await expectOneRefused(racer, replies, 'blocks')
    }
  })
})
