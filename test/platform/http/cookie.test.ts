import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { freshTitle, WRONG_KEY, WRONG_SESSION } from '../../support/factories.ts'
import {
  newUser,
  sharedService,
  startService,
  type TestService,
  type TestUser,
} from '../../support/service.ts'
import { browser, BEHIND_PROXY } from '../../support/sign-in.ts'

type Headers = Readonly<Record<string, string>>

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }
const REFUSAL = [403, { error: 'A change that is signed in by the cookie must come from the same origin' }]

describe('The session cookie', () => {
  let service: TestService
  let user: TestUser
  before(async () => {
    service = await sharedService()
  })
  beforeEach(async () => {
    user = await newUser('free')
  })
  const page = (headers: Headers = SAME_ORIGIN): Client =>
    browser(service.anonymous, user.session_token, headers)

  it('is a credential: it reads and writes, and its ideas come from the web', async () => {
    expect((await page().get('/user/me')).body.id).to.equal(user.user_id)
    const { status, body } = await page().post('/ideas', { title: freshTitle() })
    expect(status).to.equal(201)
    expect(body.source).to.equal('web')
    expect((await user.session.post('/ideas', { title: freshTitle() })).body.source).to.equal('api')
    expect((await page().patch(`/ideas/${body.id}`, { status: 'building' })).body.source).to.equal('web')
  })

  it('stands among other cookies', async () => {
    const cookie = `a=b; x__Host-session=no; __Host-session=${user.session_token};c=d`
    expect((await service.anonymous.get('/user/me', { headers: { Cookie: cookie } })).status).to.equal(200)
    const none = { Cookie: 'a=b; host-session=c' }
    const { status, body } = await service.anonymous.get('/user/me', { headers: none })
    expect([status, body]).to.deep.equal([401, { error: 'Missing API key or session token' }])
  })

  it('counts towards no quota, is not limited by it, and says nothing of it', async () => {
    const small = await startService({ env: { FREE_PLAN_DAILY_QUOTA: '2' } })
    try {
      const { api, session_token: token } = await small.createUser('free')
      const own = browser(small.anonymous, token, SAME_ORIGIN)
      for (let times = 0; times < 3; times += 1) {
        const { status, headers } = await own.post('/tags', { name: `tag-${times}` })
        expect(status).to.equal(201)
        for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
          expect(headers.has(name), name).to.equal(false)
      }
      expect((await api.get('/user/usage')).body.used).to.equal(0)
      for (const status of [200, 200, 429]) expect((await api.get('/ideas')).status).to.equal(status)
      expect((await own.get('/ideas')).status).to.equal(200)
    } finally {
      await small.close()
    }
  })

  it('beside a key or a Bearer token leaves quota, scope, source and origin to that', async () => {
    for (const headers of [
      { 'X-API-Key': user.api_key },
      { Authorization: `Bearer ${user.session_token}` },
    ]) {
      const { status, body, headers: answer } = await page(headers).post('/ideas', { title: freshTitle() })
      expect([status, body.source]).to.deep.equal([201, 'api'])
      expect(answer.has('ratelimit')).to.equal(true)
    }
    expect((await user.api.get('/user/usage')).body.used).to.equal(2)
    const withKey = page({ 'X-API-Key': user.api_key, ...SAME_ORIGIN })
    expect((await withKey.post('/user/api-keys', {})).status).to.equal(403)
  })

  for (const [what, cookie, others] of [
    ['alone', WRONG_SESSION, {}],
    ['beside a good key', WRONG_SESSION, { 'X-API-Key': '' }],
    ['beside a good Bearer token', WRONG_SESSION, { Authorization: '' }],
    ['that is empty, beside a good key', '', { 'X-API-Key': '' }],
    ['with a bad key beside it', 'good', { 'X-API-Key': WRONG_KEY }],
    ['that is there twice, with two tokens', `${WRONG_SESSION}; __Host-session=good`, {}],
  ] as [string, string, Headers][]) {
    it(`is bad: 401 (${what})`, async () => {
      const good: Headers = { 'X-API-Key': user.api_key, Authorization: `Bearer ${user.session_token}` }
      const headers = Object.fromEntries(
        Object.entries(others).map(([name, value]) => [name, value === '' ? (good[name] ?? '') : value]),
      )
      const client = browser(service.anonymous, cookie.replace('good', user.session_token), headers)
      const { status, body } = await client.get('/user/me')
      expect([status, body]).to.deep.equal([401, { error: 'Invalid API key or session token' }])
    })
  }

  it('of another user than the key answers 401', async () => {
    const other = await newUser()
    expect((await page({ 'X-API-Key': other.api_key }).get('/user/me')).status).to.equal(401)
  })

  const origin = (): string => service.url
  const cases: [string, () => Headers, boolean][] = [
    ['Sec-Fetch-Site: same-origin', () => SAME_ORIGIN, true],
    ['the own Origin', () => ({ Origin: origin() }), true],
    ['same-origin, whatever Origin says', () => ({ ...SAME_ORIGIN, Origin: 'null' }), true],
    ['neither', () => ({}), false],
    ['same-site', () => ({ 'Sec-Fetch-Site': 'same-site', Origin: origin() }), false],
    ['cross-site', () => ({ 'Sec-Fetch-Site': 'cross-site' }), false],
    ['none', () => ({ 'Sec-Fetch-Site': 'none' }), false],
    ['an empty Sec-Fetch-Site', () => ({ 'Sec-Fetch-Site': '', Origin: origin() }), false],
    ['another host', () => ({ Origin: 'https://evil.example' }), false],
    ['another port', () => ({ Origin: 'https://localhost:1' }), false],
    ['plain HTTP', () => ({ Origin: origin().replace('https', 'http') }), false],
    ['an own name with more behind it', () => ({ Origin: `${origin()}.evil.example` }), false],
    ['Origin: null', () => ({ Origin: 'null' }), false],
    ['a Referer only', () => ({ Referer: `${origin()}/` }), false],
    ['a forwarded host that nobody vouches for', () => forged('https://evil.example'), false],
  ]
  for (const [what, headers, may] of cases) {
    it(`${may ? 'may' : 'must not'} write with ${what}, and may read`, async () => {
      const client = page(headers())
      expect((await client.get('/tags')).status).to.equal(200)
      const written = await client.post('/tags', { name: 'from-a-page' })
      if (may) expect(written.status).to.equal(201)
      else expect([written.status, written.body]).to.deep.equal(REFUSAL)
      expect((await client.delete('/ideas/1')).status).to.equal(may ? 404 : 403)
      expect((await user.api.get('/tags')).body).to.have.length(may ? 1 : 0)
    })
  }

  it('is judged before the origin: 401, and the origin before the body: 400', async () => {
    expect((await browser(service.anonymous, WRONG_SESSION).post('/tags', {})).status).to.equal(401)
    expect((await page({}).post('/tags', {})).status).to.equal(403)
    expect((await page().post('/tags', {})).status).to.equal(400)
  })

  it('behind a proxy has the origin that the proxy tells', async () => {
    const proxied = await startService({ env: BEHIND_PROXY })
    try {
      const { session_token: token } = await proxied.createUser()
      const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'ideas.example.org' }
      const statusWith = async (headers: Headers): Promise<number> =>
        (await browser(proxied.anonymous, token, { ...forwarded, ...headers }).post('/tags', {})).status
      expect(await statusWith({ Origin: 'https://ideas.example.org' })).to.equal(400)
      expect(await statusWith({ Origin: 'http://ideas.example.org' })).to.equal(403)
      expect(await statusWith({ Origin: proxied.url })).to.equal(403)
    } finally {
      await proxied.close()
    }
  })
})

function forged(origin: string): Headers {
  return { Origin: origin, 'X-Forwarded-Host': new URL(origin).host }
}
