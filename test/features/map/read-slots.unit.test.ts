import { expect } from 'chai'
import { createReadSlots } from '../../../src/features/map/read-slots.ts'
import { Problem } from '../../../src/platform/problems.ts'

describe('The slots of reads', () => {
  it('refuse those that wait when a read finds the database away', async () => {
    const inSlots = createReadSlots(1)
    const first = held(inSlots)
    const waiting = inSlots(async () => 'read')
    first.reject(new Problem('service_unavailable'))
    expect(await codeOf(first.read)).to.equal('service_unavailable')
    expect(await codeOf(waiting)).to.equal('service_unavailable')
    expect(await inSlots(async () => 'read')).to.equal('read')
  })

  it('serve those that wait when one read fails while others are answered', async () => {
    const inSlots = createReadSlots(2)
    const [locked, other] = [held(inSlots), held(inSlots)]
    const waiting = [inSlots(async () => 'read'), inSlots(async () => 'read', 2)]
    other.resolve('answered')
    await other.read
    locked.reject(new Problem('service_unavailable'))
    expect(await codeOf(locked.read)).to.equal('service_unavailable')
    expect(await Promise.all(waiting)).to.deep.equal(['read', 'read'])
  })

  it('serve those that wait when a read fails for another reason', async () => {
    const inSlots = createReadSlots(1)
    const first = held(inSlots)
    const waiting = inSlots(async () => 'read')
    first.reject(new Problem('idea_not_found'))
    expect(await codeOf(first.read)).to.equal('idea_not_found')
    expect(await waiting).to.equal('read')
  })
})

/** A read that has begun, and what ends it. */
function held(inSlots: ReturnType<typeof createReadSlots>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { read: inSlots(async () => promise), resolve, reject }
}

async function codeOf(read: Promise<unknown>): Promise<unknown> {
  return read.catch((error: unknown) => (error instanceof Problem ? error.code : error))
}
