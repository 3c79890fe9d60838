import { expect } from 'chai'
import { eventsOf } from '../../../src/features/develop/events.ts'
import type { Developed } from '../../../src/features/develop/schema.ts'

const DEVELOPED: Developed = {
  spec: 'S',
  provider: 'provider_a',
  model: 'm',
  usage: { input_tokens: 1, output_tokens: 2 },
}

describe('The events of a specification that is written', () => {
  it('begin with a comment at once, and have another while nothing comes', async () => {
    const over = Promise.withResolvers<Developed>()
    const stream = eventsOf(async () => over.promise, String, 20)
    const [pieces, reading]: [string[], AsyncIterator<string>] = [[], stream[Symbol.asyncIterator]()]
    while (pieces.length < 3) pieces.push(String((await reading.next()).value))
    expect(pieces).to.deep.equal([': \n\n', ': \n\n', ': \n\n'])
    over.resolve(DEVELOPED)
    for (let next = await reading.next(); next.done !== true; next = await reading.next())
      pieces.push(next.value)
    expect(pieces.filter((piece) => !piece.startsWith(':'))).to.deep.equal([
      `event: done\ndata: ${JSON.stringify(DEVELOPED)}\n\n`,
    ])
  })

  it('tell each piece, and then what went wrong', async () => {
    const said: string[] = []
    for await (const piece of eventsOf(failing, (error) => ({ error: String(error) })))
      said.push(String(piece))
    expect(said.join('')).to.equal(
      ': \n\nevent: text\ndata: {"text":"a\\nb"}\n\nevent: error\ndata: {"error":"Error: too bad"}\n\n',
    )
  })
})

async function failing(tell?: (piece: string) => void): Promise<Developed> {
  tell?.('a\nb')
  throw new Error('too bad')
}
