import { expect } from 'chai'
import type { LocalModel } from '../../../src/platform/embeddings/local-model.ts'
import type { ModelReply } from '../../../src/platform/embeddings/protocol.ts'
import { createWork } from '../../../src/platform/embeddings/work.ts'

const PREFIX = /^Represent this sentence for searching relevant passages: /

/** The work on a model whose inferences take 100 ms of its clock each, and the texts in the order of inference. */
function given() {
  const order: string[] = []
  const replies: ModelReply[] = []
  let now = 0
  let lastId = 0
  let settled: (() => void) | undefined
  const model: LocalModel = {
    dimensions: 1,
    measure: { count: () => 1, limit: 512 },
    async embed(text) {
      now += 100
      order.push(text.replace(PREFIX, ''))
      return [1]
    },
    release: async () => undefined,
  }
  const work = createWork({
    load: async () => model,
    reply(reply) {
      replies.push(reply)
      if (replies.length === lastId) settled?.()
    },
    clock: () => now,
  })
  const next = (): number => (lastId += 1)
  return {
    order,
    replies,
    query: (userId: string, text: string) => work.add({ id: next(), kind: 'query', given: text, userId }),
    passages: (texts: string[]) => work.add({ id: next(), kind: 'passages', given: texts, userId: '' }),
    done: async () => new Promise<void>((resolve) => (settled = resolve)),
  }
}

describe('The work of the model', () => {
  it('gives every user with searches a turn, each in their order', async () => {
    const { query, done, order } = given()
    for (const text of ['a1', 'a2', 'a3', 'a4']) query('a', text)
    query('b', 'b1')
    query('c', 'c1')
    query('b', 'b2')
    await done()
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('does a part of other work after eight searches in a row', async () => {
    const { query, passages, done, order } = given()
    // Its first inference has begun when the searches come.
    passages(['p1', 'p2'])
    for (let at = 1; at <= 18; at += 1) query(`user ${at}`, 'q')
    await done()
    expect(order.join(' ')).to.equal(`p1 ${'q '.repeat(8)}p2 ${'q '.repeat(10)}`.trim())
  })

  it('leaves out a search that has waited longer than anybody waits for it', async () => {
    const { query, done, order, replies } = given()
    for (let at = 0; at < 30; at += 1) query('a', `${at}`)
    await done()
    expect(order).to.have.length(21)
    expect(replies.filter((reply) => 'away' in reply)).to.have.length(9)
  })
})
