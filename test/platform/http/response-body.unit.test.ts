import { expect } from 'chai'
import { z } from 'zod'
import { encoded } from '../../../src/platform/http/response-body.ts'

const Element = z.object({ id: z.int() })
const Body = z.object({ name: z.string(), list: z.array(Element) })
const Two = Body.extend({ name: z.string().optional(), many: z.array(Element).optional() })
const elements = (count: number) => Array.from({ length: count }, (_, id) => ({ id, more: 'x' }))

describe('the body of a response', () => {
  for (const [what, schema, body] of [
    ['a short list', Body, { name: 'a', list: elements(3), more: 1 }],
    ['a long list', Body, { name: 'a', list: elements(5_000), more: 1 }],
    ['nothing but a long list', z.array(Element), elements(5_000)],
    ['a long text', Body, { list: elements(1), name: 'é'.repeat(100_000) }],
    [
      'two long lists, one of which is optional',
      Two,
      { many: elements(30), list: elements(40), name: undefined },
    ],
    ['an empty list', z.array(Element), []],
    ['no list', z.object({ name: z.string() }), { name: 'a', more: 1 }],
  ] as const) {
    it(`is what its schema declares: ${what}`, async () => {
      const json = await encoded(schema, body)
      const text = typeof json === 'string' ? json : Buffer.concat(json).toString()
      expect(text).to.equal(JSON.stringify(schema.parse(body)))
    })
  }

  it('must match its schema, in a long list as elsewhere', async () => {
    const list = [...elements(5_000), { id: 'x' }]
    const error = await encoded(Body, { name: 'a', list }).catch((caught: unknown) => caught)
    expect(error).to.be.instanceOf(z.ZodError)
  })

  it('lets other work run while a long list is validated and encoded', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await encoded(Body, { name: 'a', list: elements(200_000) })
    clearInterval(timer)
    expect(turns).to.be.at.least(2)
  })
})
