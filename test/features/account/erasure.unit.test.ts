import { expect } from 'chai'
import { createErasure } from '../../../src/features/account/erasure.ts'
import type { AccountStore } from '../../../src/features/account/store.ts'

describe('Interrupted deletions of accounts', () => {
  it('are resumed each by itself: one that fails again is logged and does not stop the others', async () => {
    const accounts = ['first', 'broken', 'last'].map((id) => ({ id, emailKey: id }))
    const erased: string[] = []
    const warned: unknown[] = []
    const store: Partial<AccountStore> = {
      unfinished: async () => accounts,
      credentials: async () => [],
      close: async () => [],
      erase: async (id) => {
        if (id === 'broken') throw new Error('it is too large')
      },
      eraseUser: async (id) => {
        erased.push(id)
        return []
      },
    }
    const { finish } = createErasure({
      store: store as AccountStore,
      revoke: async () => undefined,
      forget: async () => undefined,
      log: { warn: (facts: unknown) => warned.push(facts) },
      clock: Date.now,
    })
    await finish()
    expect(erased).to.deep.equal(['first', 'last'])
    expect(warned).to.have.lengthOf(1)
    expect(warned[0]).to.include({ userId: 'broken' })
  })
})
