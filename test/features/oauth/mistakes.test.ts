import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { hashSecret } from '../../../src/platform/auth/secret.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { Browser, givenClient, locationOf, OAuthClient, pkce, REDIRECT } from './oauth-client.ts'

describe('OAuth: what is refused', () => {
  let service: TestService
  let database: TestDatabase
  let user: TestUser
  let client: OAuthClient
  givenDatabase((given) => (database = given))
  givenClient((given) => ({ service, user, client } = given))

  const statusWith = async (token: string): Promise<number> =>
    (await bearer(service.anonymous, token).get('/ideas')).status
  /** A code that the user consented to. */
  const newCode = async (from = client): Promise<{ code: string; verifier: string }> => {
    const { verifier, challenge } = pkce()
    const back = await from.authorize(user, { url: from.authorizeUrl(challenge) })
    return { code: back.searchParams.get('code') ?? '', verifier }
  }
  /** What an authorization request is refused with: a redirect's error, or the status of a page. */
  const refusal = async (changes: Readonly<Record<string, string | undefined>>, from = client) => {
    const reply = await new Browser().get(from.authorizeUrl(pkce().challenge, changes))
    const location = reply.headers.get('location')
    if (location === null) return { status: reply.status, text: await reply.text(), reply }
    return { status: reply.status, location: new URL(location, service.url), reply }
  }
  describe('of tokens', () => {
    it('one for another resource', async () => {
      const { access_token: token } = await client.connect(user, { resource: `${service.url}/mcp` })
      const used = async () => Number((await user.session.get('/user/usage')).body.used)
      const before = await used()
      const { status, body, headers } = await bearer(service.anonymous, token).get('/ideas')
      expect([status, body.error]).to.deep.equal([401, 'Invalid API key or session token'])
      expect(headers.get('www-authenticate')).to.match(/^Bearer/)
      expect(await used()).to.equal(before)
    })

    it('one for another resource, which gives nothing of a used-up quota back', async () => {
      const limited = await startService({ env: { FREE_PLAN_DAILY_QUOTA: '1' } })
      try {
        const free = await limited.createUser('free', PASSWORD)
        const to = await new OAuthClient(limited.url).register()
        const { access_token: token } = await to.connect(free, { resource: `${limited.url}/mcp` })
        const list = async () => (await free.api.get('/ideas')).status
        expect([await list(), await list()]).to.deep.equal([200, 429])
        expect((await bearer(limited.anonymous, token).get('/ideas')).status).to.equal(401)
        expect(await list()).to.equal(429)
      } finally {
        await limited.close()
      }
    })

    it('one for another resource, also beside a good credential', async () => {
      const { access_token: token } = await client.connect(user, { resource: `${service.url}/mcp` })
      expect((await bearer(user.api, token).get('/ideas')).status).to.equal(401)
    })

    it('one that has expired', async () => {
      const { access_token: token } = await client.connect(user)
      await database.query('MATCH (t:OAuthToken {hash: $hash}) SET t.expiresAt = $now', {
        hash: hashSecret(token),
        now: Date.now() - 1,
      })
      expect(await statusWith(token)).to.equal(401)
    })

    it('an unknown one, and a refresh token or code in its place', async () => {
      const { refresh_token: refresh } = await client.connect(user)
      const { code } = await newCode()
      for (const token of ['a'.repeat(43), refresh, code]) expect(await statusWith(token)).to.equal(401)
    })

    it('a refresh token that was used before, whereupon the whole grant ends', async () => {
      const first = await client.connect(user)
      const second = await client.refresh(first.refresh_token)
      expect(await statusWith(second.body.access_token)).to.equal(200)
      expect((await client.refresh(first.refresh_token)).body.error).to.equal('invalid_grant')
      for (const { access_token: token } of [first, second.body])
        expect(await statusWith(token)).to.equal(401)
      expect((await client.refresh(second.body.refresh_token)).body.error).to.equal('invalid_grant')
    })

    it('a refresh token that two requests use at once: at most one succeeds, and the grant ends', async () => {
      const { refresh_token: token } = await client.connect(user)
      const replies = await Promise.all([client.refresh(token), client.refresh(token), client.refresh(token)])
      const good = replies.filter(({ status }) => status === 200)
      expect(good.length).to.be.at.most(1)
      for (const { body } of good) expect(await statusWith(body.access_token)).to.equal(401)
      for (const { status, body } of replies)
        if (status !== 200) expect([status, body.error]).to.deep.equal([400, 'invalid_grant'])
    })

    it('a refresh token of another client, which keeps it valid', async () => {
      const { refresh_token: token } = await client.connect(user)
      const other = await new OAuthClient(service.url).register()
      expect((await other.refresh(token)).body.error).to.equal('invalid_grant')
      expect(await other.revoke(token)).to.equal(200)
      expect((await client.refresh(token)).status).to.equal(200)
    })

    it('a refresh for another resource, or for more than was granted', async () => {
      const { refresh_token: token } = await client.connect(user, { scope: 'ideas:read' })
      expect((await client.refresh(token, { resource: `${service.url}/mcp` })).body.error).to.equal(
        'invalid_target',
      )
      expect((await client.refresh(token, { scope: 'ideas:read ideas:write' })).body.error).to.equal(
        'invalid_scope',
      )
    })
  })

  describe('of codes', () => {
    it('one that was exchanged before, whereupon the whole grant ends', async () => {
      const { code, verifier } = await newCode()
      const { body } = await client.exchange(code, verifier)
      expect(await statusWith(body.access_token)).to.equal(200)
      expect((await client.exchange(code, verifier)).body.error).to.equal('invalid_grant')
      expect(await statusWith(body.access_token)).to.equal(401)
      expect((await client.refresh(body.refresh_token)).body.error).to.equal('invalid_grant')
    })

    it('one with another verifier, without one, by another client, or for another redirect', async () => {
      const other = await new OAuthClient(service.url).register()
      const { code, verifier } = await newCode()
      const tries = [
        await client.exchange(code, pkce().verifier),
        await client.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT }),
        await other.exchange(code, verifier),
        await client.exchange(code, verifier, { redirect_uri: 'http://127.0.0.1:41999/other' }),
      ]
      for (const { status, body } of tries) expect([status, body.error]).to.deep.equal([400, 'invalid_grant'])
      expect((await client.exchange(code, verifier)).status).to.equal(200)
    })
  })

  describe('of authorization requests', () => {
    it('one that wants its answer by a page with scripts', async () => {
      for (const mode of ['form_post', 'fragment', 'web_message']) {
        expect((await refusal({ response_mode: mode })).status, mode).to.equal(400)
      }
    })

    it('one without PKCE, or with a plain challenge', async () => {
      for (const changes of [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: 'plain' },
        { code_challenge_method: undefined },
      ]) {
        const { location } = await refusal(changes)
        expect(location?.searchParams.get('error')).to.equal('invalid_request')
        expect(location?.searchParams.get('iss')).to.equal(service.url)
      }
    })

    it('one to an address that is not registered, which gets no redirect', async () => {
      const web = new OAuthClient(service.url)
      web.redirect = 'https://app.example/callback'
      await web.register()
      for (const [from, redirect] of [
        [client, 'https://evil.example/callback'],
        [client, 'http://127.0.0.1:41999/callback/../evil'],
        [client, 'http://127.0.0.1.evil.example/callback'],
        [web, 'https://app.example/callback?more'],
        [web, 'https://app.example:444/callback'],
        [web, 'https://app.example.evil.example/callback'],
      ] as const) {
        const { status, text, reply } = await refusal({ redirect_uri: redirect }, from)
        expect([status, reply.headers.get('location')], redirect).to.deep.equal([400, null])
        expect(text).to.include('redirect_uri did not match any of the client')
        expect(reply.headers.get('content-security-policy')).to.include("default-src 'none'")
        expect(reply.headers.get('content-security-policy')).to.include("form-action 'self';")
      }
    })

    it('one in error of a site: a stranger is sent nowhere, somebody who is signed in is', async () => {
      const web = new OAuthClient(service.url)
      web.redirect = 'https://app.example/callback'
      await web.register()
      const changes = [{ code_challenge: undefined }, { prompt: 'none' }, { response_type: 'token' }]
      for (const change of changes) {
        const { status, text, reply } = await refusal(change, web)
        expect([status, reply.headers.get('location')], JSON.stringify(change)).to.deep.equal([400, null])
        expect(text).to.include('The request that app.example should be told of is refused: ')
        expect(text).not.to.include('the request is invalid')
      }
      const browser = new Browser()
      await web.toConsent(browser, user, web.authorizeUrl(pkce().challenge))
      const url = web.authorizeUrl(pkce().challenge, { code_challenge: undefined })
      expect(await locationOf(await browser.get(url))).to.match(/^https:\/\/app\.example\/callback\?error=/)
    })

    it('but not one to another port of the loopback interface', async () => {
      const { status, location } = await refusal({ redirect_uri: 'http://127.0.0.1:50123/callback' })
      expect([status, location?.pathname.startsWith('/oauth/interaction/')]).to.deep.equal([303, true])
    })

    it('one for an unknown resource, or for several', async () => {
      expect(
        (await refusal({ resource: 'https://other.example/mcp' })).location?.searchParams.get('error'),
      ).to.equal('invalid_target')
      const url = `${client.authorizeUrl(pkce().challenge)}&resource=${encodeURIComponent(`${service.url}/mcp`)}`
      const location = new URL((await new Browser().get(url)).headers.get('location') ?? '')
      expect(location.searchParams.get('error')).to.equal('invalid_target')
    })

    it('one of an unknown client', async () => {
      const { status, text } = await refusal({ client_id: 'nobody' })
      expect(status).to.equal(400)
      expect(text).to.include('client is invalid')
    })

    it('one that is too long', async () => {
      const { status, text } = await refusal({ state: 'x'.repeat(9_000) })
      expect([status, text?.includes('The request is too long.')]).to.deep.equal([400, true])
    })

    it('one that repeats the scope', async () => {
      const url = `${client.authorizeUrl(pkce().challenge, { scope: 'ideas:read' })}&scope=ideas:read`
      const location = await locationOf(await new Browser().get(url))
      expect(new URL(location).searchParams.get('error')).to.equal('invalid_request')
    })

    it('implicit and other response types', async () => {
      const { location } = await refusal({ response_type: 'token' })
      expect(location?.hash).to.include('error=unsupported_response_type')
    })
  })

  describe('of registrations', () => {
    for (const redirect of [
      'http://app.example/callback',
      'https://localhost/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'mailto:a@example.org',
      'https://user:secret@app.example/',
      'https://app.example;sandbox/',
      'https://app.example/#fragment',
      'nothing',
    ]) {
      it(`one with the redirect ${redirect}`, async () => {
        const reply = await client.post('/oauth/register', { redirect_uris: [redirect] })
        const body = (await reply.json()) as { error: string }
        expect([reply.status, body.error]).to.deep.equal([400, 'invalid_redirect_uri'])
      })
    }

    it('one that says too much', async () => {
      const reply = await client.post('/oauth/register', {
        redirect_uris: [REDIRECT],
        policy_uri: `https://app.example/${'x'.repeat(9_000)}`,
      })
      expect([reply.status, ((await reply.json()) as { error: string }).error]).to.deep.equal([
        400,
        'invalid_client_metadata',
      ])
    })

    it('one whose grant_types are no list', async () => {
      const reply = await client.post('/oauth/register', {
        redirect_uris: [REDIRECT],
        grant_types: { includes: 1 },
      })
      expect([reply.status, ((await reply.json()) as { error: string }).error]).to.deep.equal([
        400,
        'invalid_client_metadata',
      ])
    })

    it('but not what a client of another kind sends: it becomes a public one', async () => {
      const reply = await client.post('/oauth/register', {
        redirect_uris: ['cursor://anysphere.cursor-retrieval/oauth/callback', 'https://app.example/callback'],
        client_name: `${'n'.repeat(200)}`,
        application_type: 'web',
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code', 'token'],
        scope: 'openid profile ideas:read',
        jwks_uri: 'https://app.example/jwks',
      })
      const body = (await reply.json()) as Record<string, unknown>
      expect(reply.status, JSON.stringify(body)).to.equal(201)
      expect(body).to.deep.include({
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      })
      expect(body['client_name']).to.have.lengthOf(100)
      for (const field of ['client_secret', 'registration_access_token', 'jwks_uri'])
        expect(body).not.to.have.property(field)
    })
  })
})
