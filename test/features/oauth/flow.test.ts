import { expect } from 'chai'
import { fetch } from 'undici'
import { trusting } from '../../support/client.ts'
import { freshTitle, TIMESTAMP } from '../../support/factories.ts'
import type { TestService, TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { Browser, givenClient, locationOf, pkce, REDIRECT, type OAuthClient } from './oauth-client.ts'

async function json(url: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, { dispatcher: trusting, headers })
  return { reply, body: (await reply.json()) as Record<string, unknown> }
}

describe('OAuth: a client gets access', () => {
  let service: TestService
  let user: TestUser
  let client: OAuthClient
  givenClient((given) => ({ service, user, client } = given), { client_uri: 'https://assistant.example' })

  it('that it discovers: the resources name the authorization server, which describes itself', async () => {
    for (const [path, resource] of [
      ['mcp', `${service.url}/mcp`],
      ['api/v1', `${service.url}/api/v1`],
    ]) {
      const { reply, body } = await json(`${service.url}/.well-known/oauth-protected-resource/${path}`)
      expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
      expect(body).to.include({ resource })
      expect(body).to.deep.include({
        authorization_servers: [service.url],
        scopes_supported: ['ideas:read', 'ideas:write'],
        bearer_methods_supported: ['header'],
      })
    }
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const { reply, body } = await json(`${service.url}/.well-known/${name}`, {
        'X-Forwarded-Host': 'evil.example',
      })
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).to.deep.equal([200, '*'])
      expect(body).to.deep.include({
        issuer: service.url,
        authorization_endpoint: `${service.url}/oauth/authorize`,
        token_endpoint: `${service.url}/oauth/token`,
        registration_endpoint: `${service.url}/oauth/register`,
        revocation_endpoint: `${service.url}/oauth/revoke`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['ideas:read', 'ideas:write'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      })
    }
  })

  it('after sign-in and consent, by a code, and may do what was granted', async () => {
    const { verifier, challenge } = pkce()
    const browser = new Browser()
    const { page, html, reply } = await client.toConsent(browser, user, client.authorizeUrl(challenge))
    for (const text of [user.email, 'A test', 'https://assistant.example', 'The REST API', '127.0.0.1:41999'])
      expect(html).to.include(text)
    expect(html).to.include('Any program that runs there could receive it')
    expect(html).not.to.include('<script')
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).to.match(
      /^default-src 'none'; style-src 'self'; img-src data:; form-action 'self' http:\/\/127\.0\.0\.1:41999; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(reply.headers.get('cache-control')).to.equal('no-store')
    expect(reply.headers.get('referrer-policy')).to.equal('same-origin')

    const fields = { account: user.user_id, scope: ['ideas:read', 'ideas:write'], decision: 'allow' }
    const resume = await locationOf(await browser.post(`${page}/consent`, fields))
    const back = new URL(await locationOf(await browser.get(resume)))
    expect(back.href.startsWith(`${REDIRECT}?`)).to.equal(true)
    expect(back.searchParams.get('state')).to.equal('st4te')
    expect(back.searchParams.get('iss')).to.equal(service.url)
    // People are signed in by the session of the service alone.
    const names = browser.cookies.map(({ name }) => name)
    expect(names).to.include('__Host-session')
    expect(names).not.to.include('__Host-oauth-session')

    const { status, body } = await client.exchange(back.searchParams.get('code') ?? '', verifier)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'ideas:read ideas:write' })
    const api = bearer(service.anonymous, body.access_token)
    expect((await api.post('/ideas', { title: freshTitle() })).status).to.equal(201)
    const { status: known, body: me, headers } = await api.get('/user/me')
    expect([known, me.id]).to.deep.equal([200, user.user_id])
    expect(headers.get('x-ratelimit-limit')).to.equal('10000')
  })

  it('only as far as the user agrees, and to what the browser shows without asking for the password again', async () => {
    const { verifier, challenge } = pkce()
    const browser = new Browser()
    const url = client.authorizeUrl(challenge)
    await client.authorize(user, { url, browser })
    const second = await client.toConsent(browser, user, url)
    expect(second.html).to.include('Give A test access?')
    const back = await client.authorize(user, { url, browser, scope: ['ideas:read'] })
    const { body } = await client.exchange(back.searchParams.get('code') ?? '', verifier)
    expect(body.scope).to.equal('ideas:read')
    const api = bearer(service.anonymous, body.access_token)
    expect((await api.get('/ideas')).status).to.equal(200)
    expect((await api.post('/ideas', { title: freshTitle() })).status).to.equal(403)
    expect((await api.post('/user/api-keys', {})).body.error).to.equal('This request needs a session token')
    const refreshed = await client.refresh(body.refresh_token)
    expect(refreshed.body.scope).to.equal('ideas:read')
  })

  it('not at all if the user refuses', async () => {
    const { challenge } = pkce()
    const back = await client.authorize(user, { url: client.authorizeUrl(challenge), decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).to.include({
      error: 'access_denied',
      state: 'st4te',
      iss: service.url,
    })
    expect(back.searchParams.get('code')).to.equal(null)
  })

  it('for as long as it refreshes, with a new refresh token each time', async () => {
    const first = await client.connect(user)
    const { status, body } = await client.refresh(first.refresh_token)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.refresh_token).not.to.equal(first.refresh_token)
    expect(body.access_token).not.to.equal(first.access_token)
    for (const { access_token: token } of [first, body])
      expect((await bearer(service.anonymous, token).get('/user/me')).status).to.equal(200)
  })

  it('which a refresh that is refused does not use up', async () => {
    const { refresh_token: refresh } = await client.connect(user)
    for (const resource of [`${service.url}/mcp/`, `${service.url}/elsewhere`]) {
      const { status, body } = await client.refresh(refresh, { resource })
      expect([status, body.error], resource).to.deep.equal([400, 'invalid_target'])
    }
    expect((await client.refresh(refresh)).status).to.equal(200)
  })

  it('that the user sees beside the tokens made by hand, and revokes with them', async () => {
    const other = await service.createUser('pro', PASSWORD)
    await other.session.post('/user/mcp-tokens', { label: 'by hand' })
    const { access_token: token, refresh_token: refresh } = await client.connect(other)
    const api = bearer(service.anonymous, token)
    expect((await api.get('/ideas')).status).to.equal(200)
    const { body: listed } = await other.session.get('/user/mcp-tokens')
    expect(listed).to.have.lengthOf(2)
    expect(listed[0]).to.include({ label: 'by hand', client_name: null, client_uri: null })
    const { id, key, created_at: made, last_used_at: used, expires_at: end, ...rest } = listed[1]
    expect(rest).to.deep.equal({
      label: 'A test',
      scopes: ['ideas:read', 'ideas:write'],
      client_name: 'A test',
      client_uri: 'https://assistant.example',
    })
    expect(key).to.match(/^oauth_.{4}….{4}$/)
    for (const time of [made, used, end]) expect(time).to.match(TIMESTAMP)
    expect(Date.parse(end) - Date.parse(made)).to.be.within(29.9 * 86_400_000, 30.1 * 86_400_000)
    expect((await user.session.delete(`/user/mcp-tokens/${id}`)).status).to.equal(404)
    expect((await other.api.delete(`/user/mcp-tokens/${id}`)).status).to.equal(403)
    expect((await other.session.delete(`/user/mcp-tokens/${id}`)).status).to.equal(204)
    expect((await api.get('/ideas')).status).to.equal(401)
    expect((await client.refresh(refresh)).body.error).to.equal('invalid_grant')
    expect((await other.session.get('/user/mcp-tokens')).body).to.have.lengthOf(1)
    expect((await other.session.delete(`/user/mcp-tokens/${id}`)).status).to.equal(404)
  })

  it('that a token may end for its own grant', async () => {
    const { access_token: token } = await client.connect(user)
    const api = bearer(service.anonymous, token)
    const { body } = await user.session.get('/user/mcp-tokens')
    const ends = []
    for (const { id } of body) ends.push((await api.delete(`/user/mcp-tokens/${id}`)).status)
    expect(ends.filter((status) => status === 204)).to.have.lengthOf(1)
    expect((await api.get('/ideas')).status).to.equal(401)
  })

  for (const kind of ['access_token', 'refresh_token'] as const) {
    it(`that it gives back by its ${kind}: all of the grant is refused from the next request on`, async () => {
      const tokens = await client.connect(user)
      const { body } = await client.refresh(tokens.refresh_token)
      expect(await client.revoke(body[kind])).to.equal(200)
      for (const { access_token: token } of [tokens, body])
        expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(401)
      expect((await client.refresh(body.refresh_token)).body.error).to.equal('invalid_grant')
    })
  }

  it('for /mcp if it names no resource', async () => {
    const { access_token: token } = await client.connect(user, { resource: undefined })
    const { status, body } = await bearer(service.anonymous, token).get('/ideas')
    expect([status, body.error]).to.deep.equal([401, 'Invalid API key or session token'])
  })

  it('with all scopes to choose from if it names none that is known', async () => {
    for (const scope of [undefined, 'openid offline_access profile']) {
      const { access_token: token, ...rest } = await client.connect(user, { scope, prompt: 'consent' })
      expect(rest.scope).to.equal('ideas:read ideas:write')
      expect(rest).not.to.have.property('id_token')
      expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(200)
    }
  })
})
