import { expect } from 'chai'
import { Client } from '../../support/client.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'
import { givenService, startService, type TestService } from '../../support/service.ts'

const HOUR_MS = 60 * 60_000

describe('A session token', () => {
  let service: TestService
  let now = Date.now()
  givenService((given) => (service = given), { clock: () => now })

  it('is good for an hour and refused from then on, also when it was cached', async () => {
    const { session, api } = await service.createUser()
    expect((await session.get('/ideas')).status).to.equal(200)
    now += HOUR_MS - 1
    expect((await session.get('/ideas')).status).to.equal(200)
    now += 1
    const reply = await session.get('/ideas')
    expect([reply.status, reply.body]).to.deep.equal([401, { error: 'Invalid API key or session token' }])
    expect((await api.get('/ideas')).status).to.equal(200)
  })

  it('is refused after its hour when nobody has used it before', async () => {
    const { session } = await service.createUser()
    now += HOUR_MS
    expect((await session.get('/ideas')).status).to.equal(401)
  })
})

describe('On another replica', () => {
  let here: TestService
  let there: ServiceProcess
  before(async () => {
    ;[here, there] = await Promise.all([startService(), startServiceProcess()])
  })
  after(async () => Promise.all([here.close(), there.stop()]))

  it('a deleted key is refused from the next request on, though it was cached there', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await here.createUser()
      const elsewhere = new Client(there.url, user.api.headers)
      expect((await elsewhere.get('/ideas')).status).to.equal(200)
      const [key] = (await user.session.get('/user/api-keys')).body
      expect((await user.session.delete(`/user/api-keys/${key.id}`)).status).to.equal(204)
      expect((await elsewhere.get('/ideas')).status).to.equal(401)
      expect((await user.api.get('/ideas')).status).to.equal(401)
    }
  })

  it('a new key is good at once', async () => {
    const user = await here.createUser()
    const { body } = await user.session.post('/user/api-keys', {})
    expect((await new Client(there.url, { 'X-API-Key': body.key }).get('/ideas')).status).to.equal(200)
  })

  it('the quota and every write are the same', async () => {
    const user = await here.createUser()
    const elsewhere = new Client(there.url, user.api.headers)
    const { body } = await user.api.post('/ideas', { title: 'Made here' })
    const read = await elsewhere.get(`/ideas/${body.id}`)
    expect(read.status).to.equal(200)
    expect(read.headers.get('x-ratelimit-remaining')).to.equal('9998')
    const { headers } = await user.api.get('/map')
    const etag = headers.get('etag') ?? ''
    expect((await elsewhere.get('/map', { headers: { 'If-None-Match': etag } })).status).to.equal(304)
  })
})
