import { expect } from 'chai'
import { brokenFields } from '../../support/factories.ts'
import type { Client } from '../../support/client.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, BEHIND_PROXY, clientFrom, PASSWORD, signIn } from '../../support/sign-in.ts'

const CHANGE = { current_password: PASSWORD, new_password: 'another good password' }

describe('POST /api/v1/user/password', () => {
  let one: TestService
  let two: TestService
  let user: TestUser
  let session: Client
  before(async () => {
    ;[one, two] = await Promise.all([
      startService({ env: BEHIND_PROXY }),
      startService({ env: BEHIND_PROXY }),
    ])
  })
  beforeEach(async () => {
    user = await one.createUser('pro', PASSWORD)
    session = bearer(clientFrom(one), user.session_token)
  })
  after(async () => Promise.all([one?.close(), two?.close()]))

  const attempt = async (password: string): Promise<number> =>
    (await clientFrom(one).post('/auth/sign-in', { email: user.email, password })).status
  const everywhere = async (token: string): Promise<number[]> =>
    Promise.all([one, two].map(async (at) => (await bearer(clientFrom(at), token).get('/user/me')).status))

  it('answers 204, and from then on only the new password is good', async () => {
    const reply = await session.post('/user/password', CHANGE)
    expect([reply.status, reply.body]).to.deep.equal([204, undefined])
    expect(await attempt(PASSWORD)).to.equal(401)
    expect(await attempt(CHANGE.new_password)).to.equal(200)
  })

  it('ends all other sessions everywhere, keeps the own one with all its tokens, and the keys', async () => {
    const other = (await signIn(clientFrom(two), user)).body.session_token as string
    const renewed = (await bearer(clientFrom(two), other).post('/auth/refresh')).body.session_token as string
    const own = (await session.post('/auth/refresh')).body.session_token as string
    for (const token of [other, renewed, own]) expect(await everywhere(token)).to.deep.equal([200, 200])
    expect((await bearer(clientFrom(one), own).post('/user/password', CHANGE)).status).to.equal(204)
    for (const token of [other, renewed]) expect(await everywhere(token)).to.deep.equal([401, 401])
    for (const token of [own, user.session_token]) expect(await everywhere(token)).to.deep.equal([200, 200])
    expect((await bearer(clientFrom(one), own).get('/user/sessions')).body).to.have.length(1)
    expect((await clientFrom(two).with({ 'X-API-Key': user.api_key }).get('/user/me')).status).to.equal(200)
  })

  it('answers 403 for a wrong current password and changes nothing', async () => {
    const other = (await signIn(clientFrom(two), user)).body.session_token as string
    const { status, body } = await session.post('/user/password', { ...CHANGE, current_password: 'wrong' })
    expect([status, body]).to.deep.equal([403, { error: 'The password is wrong' }])
    expect(await attempt(PASSWORD)).to.equal(200)
    expect(await everywhere(other)).to.deep.equal([200, 200])
  })

  it('needs no current password while there is none', async () => {
    const fresh = await one.createUser()
    const own = bearer(clientFrom(one), fresh.session_token)
    const { new_password } = CHANGE
    expect((await own.post('/user/password', { new_password })).status).to.equal(204)
    expect(brokenFields(await own.post('/user/password', { new_password }))).to.deep.equal([
      'current_password',
    ])
  })

  it('lets nobody in by the old password who tries at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const racer = await one.createUser('pro', PASSWORD)
      const own = bearer(clientFrom(one), racer.session_token)
      const signingIn = [1, 2, 3].map(async () =>
        clientFrom(two).post('/auth/sign-in', { email: racer.email, password: PASSWORD }),
      )
      const [changed, ...signedIn] = await Promise.all([own.post('/user/password', CHANGE), ...signingIn])
      expect(changed?.status).to.equal(204)
      for (const { status, body } of signedIn) {
        if (status === 200) expect(await everywhere(body.session_token)).to.deep.equal([401, 401])
        else expect(status).to.equal(401)
      }
    }
  })

  it('lets one of two changes by the same password win', async () => {
    const changes = ['the first password', 'the second password'].map(async (new_password) =>
      session.post('/user/password', { current_password: PASSWORD, new_password }),
    )
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.sort()).to.deep.equal([204, 403])
  })

  for (const [body, fields] of [
    [{}, ['new_password']],
    [{ current_password: PASSWORD, new_password: 'seven77' }, ['new_password']],
    [{ current_password: PASSWORD, new_password: '😀'.repeat(7) }, ['new_password']],
    [{ current_password: PASSWORD, new_password: 'x'.repeat(1_025) }, ['new_password']],
    [
      { current_password: null, new_password: '\ud800\ud800\ud800\ud800' },
      ['current_password', 'new_password'],
    ],
    [{ new_password: CHANGE.new_password }, ['current_password']],
  ] as const) {
    it(`answers 400 that names ${fields.join(' and ')}: ${JSON.stringify(body).slice(0, 50)}`, async () => {
      expect(brokenFields(await session.post('/user/password', body))).to.deep.equal(fields)
      expect(await attempt(PASSWORD)).to.equal(200)
    })
  }

  it('answers 403 to a key', async () => {
    const reply = await clientFrom(one).with({ 'X-API-Key': user.api_key }).post('/user/password', CHANGE)
    expect([reply.status, reply.body]).to.deep.equal([403, { error: 'This request needs a session token' }])
  })
})

describe('POST /api/v1/user/password while Redis is unavailable', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given), { env: BEHIND_PROXY })

  it('answers 503 and changes nothing', async () => {
    const { service, redis } = proxied
    const user = await service.createUser('pro', PASSWORD)
    const session = bearer(clientFrom(service), user.session_token)
    const other = bearer(clientFrom(service), (await signIn(clientFrom(service), user)).body.session_token)
    await redis.cut()
    expect((await session.post('/user/password', CHANGE)).status).to.equal(503)
    expect((await other.get('/user/me')).status).to.equal(200)
    await redis.resume()
    await signIn(clientFrom(service), user)
    while ((await session.post('/user/password', CHANGE)).status === 503);
    expect((await other.get('/user/me')).status).to.equal(401)
  })
})
