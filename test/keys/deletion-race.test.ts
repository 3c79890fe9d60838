import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Reply } from '../support/client.ts'
import { newUser, sharedService } from '../support/service.ts'

const ROUNDS = 30

describe('A credential that is used for the first time while its user is deleted', () => {
  it('is good or refused, and never an error', async function () {
    this.timeout(60_000)
    const { services } = await sharedService()
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await newUser()
      const keys = Array.from({ length: 6 }, async () => user.session.post('/user/api-keys', {}))
      const clients = (await Promise.all(keys)).map(({ body }) => user.api.with({ 'X-API-Key': body.key }))
      const deleted = services.accounts.remove(user.email)
      const uses: Promise<Reply>[] = []
      for (const client of clients) {
        uses.push(client.get('/user/usage'))
        await sleep(Math.random() * 4)
      }
      for (const { status } of await Promise.all(uses)) seen.add(status)
      await deleted
    }
    expect([...seen].filter((status) => status !== 200 && status !== 401)).to.deep.equal([])
  })
})
