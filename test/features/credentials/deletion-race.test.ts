import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { newUser, sharedService } from '../../support/service.ts'

const ROUNDS = 30

describe('A request that comes while its user is deleted, by a credential that is used for the first time', () => {
  it('is good or refused, and never an error', async () => {
    const { application } = await sharedService()
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await newUser()
      const keys = Array.from({ length: 6 }, async () => user.session.post('/user/api-keys', {}))
      const clients = (await Promise.all(keys)).map(({ body }) => user.api.with({ 'X-API-Key': body.key }))
      const deleted = application.accounts.remove(user.email)
      const uses: Promise<Reply>[] = []
      const requests: readonly ((client: Client) => Promise<Reply>)[] = [
        async (client) => client.get('/user/usage'),
        async (client) => client.get('/map'),
        async (client) => client.post('/ideas', { title: 'Too late', tags: ['late'] }),
        async (client) => client.get('/ideas'),
        async (client) => client.patch('/user/me', { display_name: 'Late' }),
        async (client) => client.post('/user/export'),
      ]
      for (const [index, client] of clients.entries()) {
        uses.push(requests[(index + round) % requests.length]?.(client) ?? client.get('/tags'))
        // Another rhythm in each round.
        await sleep((index * (round + 1)) % 5)
      }
      for (const { status } of await Promise.all(uses)) seen.add(status)
      await deleted
    }
    expect([...seen].filter((status) => ![200, 201, 401].includes(status))).to.deep.equal([])
  })
})
