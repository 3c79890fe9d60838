import { expect } from 'chai'
import { newIdea, WRONG_KEY, WRONG_SESSION } from '../../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'

let service: TestService
let user: TestUser
const prepare = async (): Promise<void> => {
  service = await sharedService()
  user = await service.createUser()
}

const statusOf = async (headers: Record<string, string>): Promise<number> =>
  (await service.anonymous.get('/ideas', { headers })).status
const key = (): string => user.api_key
const session = (): string => user.session_token

describe('Credentials', () => {
  before(prepare)

  it('are an API key or a session token; both see the same data', async () => {
    const { id } = await newIdea(user.api)
    expect((await user.session.get(`/ideas/${id}`)).status).to.equal(200)
  })

  it('are missing: 401', async () => {
    const reply = await service.anonymous.get('/ideas')
    expect([reply.status, reply.body]).to.deep.equal([401, { error: 'Missing API key or session token' }])
  })

  const bad: [string, () => Record<string, string>][] = [
    ['an unknown key', () => ({ 'X-API-Key': WRONG_KEY })],
    ['an unknown session', () => ({ Authorization: `Bearer ${WRONG_SESSION}` })],
    ['an empty key', () => ({ 'X-API-Key': '' })],
    ['a key in capitals', () => ({ 'X-API-Key': key().toUpperCase() })],
    ['a key that lacks its last digit', () => ({ 'X-API-Key': key().slice(0, -1) })],
    ['a key with one digit more', () => ({ 'X-API-Key': `${key()}0` })],
    ['a key without its prefix', () => ({ 'X-API-Key': key().slice(4) })],
    ['two keys', () => ({ 'X-API-Key': `${key()}, ${key()}` })],
    ['a key as bearer', () => ({ Authorization: `Bearer ${key()}` })],
    ['a session as key', () => ({ 'X-API-Key': session() })],
    ['a bearer without token', () => ({ Authorization: 'Bearer' })],
    ['an empty Authorization', () => ({ Authorization: '' })],
    ['another scheme', () => ({ Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` })],
    ['a token without scheme', () => ({ Authorization: session() })],
    [
      'a good key and a bad session',
      () => ({ 'X-API-Key': key(), Authorization: `Bearer ${WRONG_SESSION}` }),
    ],
    [
      'a bad key and a good session',
      () => ({ 'X-API-Key': WRONG_KEY, Authorization: `Bearer ${session()}` }),
    ],
    ['a good key and another scheme', () => ({ 'X-API-Key': key(), Authorization: 'Basic x' })],
  ]
  for (const [what, headers] of bad) {
    it(`are bad: ${what} answers 401`, async () => {
      const reply = await service.anonymous.get('/ideas', { headers: headers() })
      expect([reply.status, reply.body]).to.deep.equal([401, { error: 'Invalid API key or session token' }])
      expect(reply.headers.get('ratelimit')).to.equal(null)
    })
  }

  it('are good in any case of the scheme', async () => {
    expect(await statusOf({ Authorization: `bearer ${session()}` })).to.equal(200)
    expect(await statusOf({ Authorization: `BEARER   ${session()} ` })).to.equal(200)
  })

  it('may come both when both are of one user, and of two users answer 401', async () => {
    const other = await service.createUser()
    const both = { 'X-API-Key': key(), Authorization: `Bearer ${session()}` }
    expect(await statusOf(both)).to.equal(200)
    expect(await statusOf({ ...both, 'X-API-Key': other.api_key })).to.equal(401)
  })

  it('count for nobody when they are bad, and once when both are good', async () => {
    const { api, session, api_key, session_token } = await service.createUser()
    await service.anonymous.get('/ideas', {
      headers: { 'X-API-Key': api_key, Authorization: `Bearer ${WRONG_SESSION}` },
    })
    await service.anonymous.get('/ideas', {
      headers: { 'X-API-Key': WRONG_KEY, Authorization: `Bearer ${session_token}` },
    })
    expect((await api.get('/user/usage')).body.used).to.equal(0)
    await session.with({ 'X-API-Key': api_key }).get('/ideas')
    expect((await api.get('/user/usage')).body.used).to.equal(1)
  })

  it('of another user answer 401 and count for neither of the two', async () => {
    const [one, two] = [await service.createUser(), await service.createUser()]
    const reply = await one.session.with({ 'X-API-Key': two.api_key }).get('/ideas')
    expect(reply.status).to.equal(401)
    expect((await one.api.get('/user/usage')).body.used).to.equal(0)
    expect((await two.api.get('/user/usage')).body.used).to.equal(0)
  })
})

async function limited(scope: string) {
  const { body } = await user.session.post('/user/api-keys', { scopes: [scope] })
  return service.anonymous.with({ 'X-API-Key': body.key })
}

describe('An API key with one scope', () => {
  before(prepare)

  const lacking = { error: 'The key or token lacks the scope that this request needs' }

  it('ideas:read may read and not write', async () => {
    const reader = await limited('ideas:read')
    for (const path of ['/ideas', '/tags', '/map', '/user/me', '/user/usage', '/user/api-keys'])
      expect((await reader.get(path)).status, path).to.equal(200)
    const reply = await reader.post('/ideas', { title: 'No' })
    expect([reply.status, reply.body]).to.deep.equal([403, lacking])
  })

  it('ideas:write may write and not read', async () => {
    const writer = await limited('ideas:write')
    const { status, body } = await writer.post('/ideas', { title: 'Written without reading' })
    expect(status).to.equal(201)
    for (const path of [`/ideas/${body.id}`, '/ideas', '/tags', '/map', '/user/me', '/user/usage']) {
      const reply = await writer.get(path)
      expect([reply.status, reply.body], path).to.deep.equal([403, lacking])
    }
  })
})
