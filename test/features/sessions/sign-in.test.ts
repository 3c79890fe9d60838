import { createHook } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { essence } from '../../app/contract/endpoints.ts'
import type { Client, Reply } from '../../support/client.ts'
import { brokenFields } from '../../support/factories.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'
import {
  bearer,
  BEHIND_PROXY,
  browser,
  freshAddress,
  clientFrom,
  PASSWORD,
  signIn,
} from '../../support/sign-in.ts'

const HOUR_MS = 60 * 60_000

/** Nobody's, and never tried before. */
const unknownEmail = (): string => `nobody-${randomUUID()}@example.org`

/** How many keys argon2 derives in this process, and so in the service, during some work. */
async function derivations(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') count += 1
    },
  }).enable()
  try {
    await work()
    return count
  } finally {
    hook.disable()
  }
}

describe('POST /api/v1/auth/sign-in', () => {
  let service: TestService
  let user: TestUser
  let client: Client
  givenService((given) => (service = given), { env: BEHIND_PROXY })
  before(async () => void (user = await service.createUser('pro', PASSWORD)))
  beforeEach(() => {
    client = clientFrom(service)
  })

  const attempt = async (email: string, password: string): Promise<Reply> =>
    client.post('/auth/sign-in', { email, password })

  it('answers a token for an hour, which is good as Bearer token and as cookie', async () => {
    const { body, headers } = await signIn(client, user)
    expect(body).to.have.all.keys('session_token', 'expires_at')
    expect(body.session_token).to.match(/^ses_[0-9a-f]{64}$/)
    expect(Date.parse(body.expires_at) - Date.now()).to.be.within(HOUR_MS - 60_000, HOUR_MS)
    expect(headers.get('cache-control')).to.equal('no-store')
    for (const caller of [bearer(client, body.session_token), browser(client, body.session_token)])
      expect((await caller.get('/user/me')).body.id).to.equal(user.user_id)
  })

  it('sets the cookie, for this host, over TLS and out of the reach of scripts', async () => {
    const { body, headers } = await signIn(client, user)
    const [cookie = ''] = headers.getSetCookie()
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).to.equal(`__Host-session=${body.session_token}`)
    expect(attributes.slice(0, 4)).to.have.members(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(attributes[4]).to.match(/^Max-Age=3(?:600|59\d)$/)
  })

  it('folds the e-mail address', async () => {
    expect((await attempt(` ${user.email.toUpperCase()} `, PASSWORD)).status).to.equal(200)
  })

  it('takes a password in another Unicode form for the same', async () => {
    const other = await service.createUser('pro', 'pässwörd-ﬁn')
    expect((await attempt(other.email, 'pässwörd-ﬁn'.normalize('NFD'))).status).to.equal(200)
    expect((await attempt(other.email, 'passwörd-fin')).status).to.equal(401)
  })

  it('answers an unknown e-mail, a wrong password and an account without one exactly alike', async () => {
    const without = await service.createUser('pro')
    const [wrong, unknown, none] = [
      await attempt(user.email, `${PASSWORD}r`),
      await attempt(unknownEmail(), PASSWORD),
      await attempt(without.email, PASSWORD),
    ]
    expect([wrong.status, wrong.body]).to.deep.equal([401, { error: 'Wrong e-mail address or password' }])
    for (const reply of [unknown, none]) expect(essence(reply)).to.deep.equal(essence(wrong))
    expect(wrong.headers.has('set-cookie')).to.equal(false)
  })

  it('does the same work for an unknown e-mail as for a wrong password, so that both take as long', async () => {
    const without = await service.createUser('pro')
    for (const [kind, email] of [
      ['a wrong password', user.email],
      ['an unknown e-mail', unknownEmail()],
      ['an account without a password', without.email],
    ] as const) {
      const count = await derivations(async () => {
        expect((await attempt(email, 'wrong')).status).to.equal(401)
      })
      expect(count, kind).to.equal(1)
    }
  })

  for (const [body, fields] of [
    [{}, ['email', 'password']],
    [{ email: '', password: 'x' }, ['email']],
    [{ email: 'a@example.org', password: null }, ['password']],
    [{ email: 7, password: 'x'.repeat(1_025) }, ['email', 'password']],
    [{ email: 'a@example.org', password: '\ud800' }, ['password']],
  ] as const) {
    it(`answers 400 that names ${fields.join(' and ')}: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      expect(brokenFields(await client.post('/auth/sign-in', body))).to.deep.equal(fields)
    })
  }

  it('does not look at credentials: a cookie that is over is in nobody’s way', async () => {
    const stale = browser(client, `ses_${'0'.repeat(64)}`)
    expect((await signIn(stale, user)).status).to.equal(200)
  })

  it('takes no form of another site: 415', async () => {
    const raw = JSON.stringify({ email: user.email, password: PASSWORD })
    const reply = await client.post('/auth/sign-in', undefined, {
      raw,
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(reply.status).to.equal(415)
  })

  it('keeps no secret, also with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': freshAddress() }
    const body = { email: user.email, password: PASSWORD }
    const [one, two] = [
      await client.post('/auth/sign-in', body, { headers }),
      await client.post('/auth/sign-in', body, { headers }),
    ]
    expect(one.body.session_token).not.to.equal(two.body.session_token)
  })
})

describe('POST /api/v1/auth/sign-up', () => {
  let open: TestService
  let closed: TestService
  let made = 0
  givenService((given) => (open = given), { env: { ...BEHIND_PROXY, ALLOW_SIGN_UP: 'true' } })
  givenService((given) => (closed = given), { env: BEHIND_PROXY })
  const fresh = (more: object = {}) => {
    made += 1
    const email = `New-${process.pid}-${Date.now()}-${made}@example.org`
    return { email, password: PASSWORD, ...more }
  }

  it('answers 201 like a sign-in, with an account on the free plan and without API keys', async () => {
    const client = clientFrom(open)
    const input = fresh({ display_name: 'Ada' })
    // Phones put a space behind what they fill in.
    const sent = { ...input, email: ` ${input.email} ` }
    const { status, body, headers } = await client.post('/auth/sign-up', sent)
    expect(status).to.equal(201)
    expect(body).to.have.all.keys('session_token', 'expires_at')
    expect(headers.get('set-cookie')).to.contain(`__Host-session=${body.session_token};`)
    const session = bearer(client, body.session_token)
    const me = (await session.get('/user/me')).body
    expect(me).to.include({ email: input.email, display_name: 'Ada', plan: 'free' })
    expect((await session.get('/user/api-keys')).body).to.deep.equal([])
    expect((await session.get('/user/sessions')).body).to.have.length(1)
    expect((await signIn(client, input)).status).to.equal(200)
    expect((await session.post('/ideas', { title: 'Mine' })).status).to.equal(201)
    expect((await session.post('/auth/refresh')).status).to.equal(200)
  })

  it('answers 409 for an e-mail that is taken, in any case, also of two at once exactly one gets it', async () => {
    const client = clientFrom(open)
    const input = fresh()
    const replies = await Promise.all([1, 2].map(async () => client.post('/auth/sign-up', input)))
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 409])
    const again = await client.post('/auth/sign-up', { ...input, email: input.email.toUpperCase() })
    expect([again.status, again.body]).to.deep.equal([
      409,
      { error: 'An account with this e-mail address exists already' },
    ])
  })

  for (const [more, field] of [
    [{ email: 'nobody' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ display_name: ' ' }, 'display_name'],
    [{ display_name: 'x'.repeat(101) }, 'display_name'],
  ] as const) {
    it(`answers 400 for ${JSON.stringify(more).slice(0, 40)}`, async () => {
      expect(brokenFields(await clientFrom(open).post('/auth/sign-up', fresh(more)))).to.deep.equal([field])
    })
  }

  it('names the limit to an address that is too long', async () => {
    const input = fresh({ email: `${'x'.repeat(248)}@ex.org` })
    const { body } = await clientFrom(open).post('/auth/sign-up', input)
    expect(body.details).to.deep.equal([{ path: 'email', message: 'must have at most 254 characters' }])
  })

  it('is off unless the operator allows it: 403, and no account', async () => {
    const client = clientFrom(closed)
    const input = fresh()
    const { status, body } = await client.post('/auth/sign-up', input)
    expect([status, body]).to.deep.equal([
      403,
      { error: 'Sign-up is off: ask the operator of this service for an account' },
    ])
    expect((await client.post('/auth/sign-in', input)).status).to.equal(401)
  })

  it('is limited per address, whatever comes of it', async () => {
    const client = clientFrom(open)
    const { email } = await open.createUser()
    for (let times = 0; times < 20; times += 1)
      expect((await client.post('/auth/sign-up', fresh({ email }))).status).to.equal(409)
    const { status, body, headers } = await client.post('/auth/sign-up', fresh())
    expect([status, body]).to.deep.equal([429, { error: 'Rate limit exceeded' }])
    expect(Number(headers.get('retry-after'))).to.be.within(1, 3_600)
    expect((await clientFrom(open).post('/auth/sign-up', fresh())).status).to.equal(201)
  })
})
