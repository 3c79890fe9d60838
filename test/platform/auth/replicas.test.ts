import { expect } from 'chai'
import { Client } from '../../support/client.ts'
import { givenService, type TestService } from '../../support/service.ts'

describe('a change at one replica', () => {
  let one: TestService
  let two: TestService
  givenService((given) => (one = given))
  givenService((given) => (two = given))

  it('ends a key at the other from the next request on, although that had it cached', async () => {
    const { api, session } = await one.createUser()
    const there = new Client(two.url, api.headers)
    expect((await there.get('/user/me')).status).to.equal(200)
    const [key] = (await session.get('/user/api-keys')).body
    expect((await session.delete(`/user/api-keys/${key.id}`)).status).to.equal(204)
    expect((await there.get('/user/me')).status).to.equal(401)
    expect((await api.get('/user/me')).status).to.equal(401)
  })

  it('makes a plan count at the other from the next request on, in both directions', async () => {
    const user = await one.createUser('free')
    const there = new Client(two.url, user.api.headers)
    const limit = async (): Promise<string | null> =>
      (await there.get('/user/me')).headers.get('x-ratelimit-limit')
    expect(await limit()).to.equal('100')
    await one.application.accounts.setPlan(user.email, 'pro')
    expect(await limit()).to.equal('10000')
    await one.application.accounts.setPlan(user.email, 'free')
    expect(await limit()).to.equal('100')
  })

  it('ends every credential of a deleted user at the other from the next request on', async () => {
    const user = await one.createUser()
    const there = new Client(two.url, user.api.headers)
    const session = new Client(two.url, user.session.headers)
    expect((await there.post('/ideas', { title: 'Mine' })).status).to.equal(201)
    expect((await session.get('/user/me')).status).to.equal(200)
    await one.application.accounts.remove(user.email)
    for (const client of [there, session]) expect((await client.get('/ideas')).status).to.equal(401)
  })
})
