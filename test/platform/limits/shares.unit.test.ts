import { expect } from 'chai'
import { createShares, SHARE_LIMITS, type TakePlace } from '../../../src/platform/limits/shares.ts'
import { Problem } from '../../../src/platform/problems.ts'

const { running, waiting } = SHARE_LIMITS
const stays = (): AbortSignal => new AbortController().signal

async function fill(take: TakePlace, user: string) {
  return Promise.all(Array.from({ length: running }, async () => take(user, stays())))
}

describe('The share of an account', () => {
  it('lets further requests wait, and gives them their turns in order of arrival', async () => {
    const take = createShares()
    const turns = await fill(take, 'one')
    const order: number[] = []
    const waiters = [1, 2, 3].map(async (number) => {
      const leave = await take('one', stays())
      order.push(number)
      return leave
    })
    const left = new AbortController()
    const impatient = take('one', left.signal).catch((error: unknown) => error)
    const last = take('one', stays()).then((leave) => {
      order.push(4)
      return leave
    })
    left.abort()
    expect(await impatient)
      .to.be.instanceOf(Problem)
      .and.to.have.property('code', 'client_left')
    for (const leave of turns) leave()
    for (const leave of await Promise.all([...waiters, last])) leave()
    expect(order).to.deep.equal([1, 2, 3, 4])
  })

  it('refuses more than may wait at once, and after three seconds; other accounts do not wait', async () => {
    const take = createShares()
    const turns = await fill(take, 'one')
    const outcomes: unknown[] = []
    const asked = Array.from({ length: waiting + 1 }, async () =>
      take('one', stays()).then(
        (leave) => leave(),
        (error: Problem) => outcomes.push(error.code),
      ),
    )
    await Promise.resolve()
    for (const leave of await fill(take, 'two')) leave()
    expect(outcomes).to.deep.equal(['too_much_at_once'])
    await Promise.all(asked)
    expect(new Set(outcomes)).to.deep.equal(new Set(['too_much_at_once']))
    expect(outcomes).to.have.lengthOf(waiting + 1)
    for (const leave of turns) leave()
    ;(await take('one', stays()))()
  })
})
