import { expect } from 'chai'
import { until } from '../../support/until.ts'
import { createTurns, CROWDED_TURNS as few, type Turns } from '../../../src/platform/limits/turns.ts'

/** Starts work of an account that goes on until it is ended. */
function begin(turns: Turns, user: string) {
  const work = Promise.withResolvers<void>()
  const state = { begun: false, end: work.resolve, ended: Promise.resolve() }
  state.ended = turns.run(user, async () => {
    state.begun = true
    await work.promise
  })
  return state
}
function begun(works: readonly { begun: boolean }[]): number {
  return works.filter((work) => work.begun).length
}

describe('The turns of accounts', () => {
  it('are taken one after the other while several accounts are active, each in its own order', async () => {
    const turns = createTurns()
    const other = begin(turns, 'other')
    const many = Array.from({ length: few + 3 }, () => begin(turns, 'many'))
    expect([begun([other]), begun(many)]).to.deep.equal([1, few])
    many[0]?.end()
    await many[0]?.ended
    expect(many.map((work) => work.begun)).to.deep.equal(many.map((_, at) => at <= few))
    for (const work of [other, ...many]) work.end()
    await Promise.all([other, ...many].map(async (work) => work.ended))
    expect(begun(many)).to.equal(few + 3)
  })

  it('are not waited for behind requests that take long', async () => {
    const turns = createTurns()
    const other = begin(turns, 'other')
    const many = Array.from({ length: few + 3 }, () => begin(turns, 'many'))
    expect(begun(many)).to.equal(few)
    await until('the others to begin', () => begun(many) === few + 3)
    for (const work of [other, ...many]) work.end()
    await Promise.all([other, ...many].map(async (work) => work.ended))
  })

  it('are not waited for by an account that is alone for a second', async () => {
    let now = 10_000
    const turns = createTurns(() => now)
    const other = begin(turns, 'other')
    other.end()
    await other.ended
    const first = Array.from({ length: few + 3 }, () => begin(turns, 'many'))
    expect(begun(first)).to.equal(few)
    now += 1_001
    first[0]?.end()
    await first[0]?.ended
    await Promise.resolve()
    expect(begun(first)).to.equal(few + 3)
    for (const work of first) work.end()
    await Promise.all(first.map(async (work) => work.ended))
  })
})
