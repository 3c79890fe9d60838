import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import { newIdea, WRONG_KEY } from '../../support/factories.ts'
import { givenService, startService, type TestService, type TestUser } from '../../support/service.ts'
import { newToken } from './tokens.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callOf = (name: string, args = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

const used = async (api: Client): Promise<number> => (await api.get('/user/usage')).body.used as number

/** The status of a list of tools that is asked for under another `Host`, which `fetch` does not let one set. */
async function statusUnder(
  host: string,
  url: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const sent = request(new URL('/mcp', url), {
    method: 'POST',
    rejectUnauthorized: false,
    headers: {
      Host: host,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  sent.end(JSON.stringify(LIST))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('Admission to /mcp', () => {
  let service: TestService
  let user: TestUser
  let token: string
  givenService((given) => (service = given), { env: { FREE_PLAN_DAILY_QUOTA: '3' } })
  beforeEach(async () => {
    user = await service.createUser('pro')
    token = await newToken(user)
  })

  const send = async (body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Reply> =>
    service.anonymous
      .with({ Accept: 'application/json, text/event-stream', ...headers })
      .send(method, `${service.url}/mcp`, body)
  const bearer = (secret = token) => ({ Authorization: `Bearer ${secret}` })

  it('without a credential is 401 with the address of the metadata that leads to one', async () => {
    const { status, headers } = await send(LIST)
    expect([status, headers.get('www-authenticate')]).to.deep.equal([
      401,
      `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp", scope="ideas:read ideas:write"`,
    ])
  })

  it('with an unknown, a revoked or an expired token is 401 and says invalid_token', async () => {
    const revoked = await newToken(user)
    const [, { id }] = (await user.session.get('/user/mcp-tokens')).body
    expect((await user.session.delete(`/user/mcp-tokens/${id}`)).status).to.equal(204)
    for (const secret of [revoked, `mcp_${'0'.repeat(64)}`, WRONG_KEY, 'x']) {
      const { status, headers } = await send(LIST, bearer(secret))
      expect([status, headers.get('www-authenticate')?.split(',')[0]], secret).to.deep.equal([
        401,
        'Bearer error="invalid_token"',
      ])
    }
  })

  it('is had by a token without expiry, an API key and a session token alike', async () => {
    for (const headers of [
      bearer(),
      { 'X-API-Key': user.api_key },
      { Authorization: `Bearer ${user.session_token}` },
    ]) {
      expect((await send(LIST, headers)).status).to.equal(200)
    }
  })

  it('is never had by the session cookie', async () => {
    const { status } = await send(LIST, { Cookie: `__Host-session=${user.session_token}` })
    expect(status).to.equal(401)
  })

  it('is refused under other names than its own (DNS rebinding)', async () => {
    expect(await statusUnder('evil.example', service.url, bearer())).to.equal(403)
    expect(await statusUnder('localhost', service.url, bearer())).to.equal(200)
    expect(await statusUnder('127.0.0.1:8443', service.url, bearer())).to.equal(200)
  })

  it('is refused to pages of other origins', async () => {
    const cases = [
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      [{ Origin: `${service.url}0` }, 403],
      [{ Origin: service.url }, 200],
    ] as const
    for (const [headers, wanted] of cases) {
      const { status, body } = await send(LIST, { ...bearer(), ...headers })
      expect(status, `${JSON.stringify(headers)} ${JSON.stringify(body)}`).to.equal(wanted)
    }
  })

  it('is had under the name that PUBLIC_URL says, and the challenge names it', async () => {
    const named = await startService({ env: { PUBLIC_URL: 'https://ideas.example.org' } })
    try {
      const { headers } = await named.anonymous.send('POST', `${named.url}/mcp`, LIST)
      expect(headers.get('www-authenticate')).to.include(
        'https://ideas.example.org/.well-known/oauth-protected-resource/mcp',
      )
      const origin = (Origin: string) => statusUnder('ideas.example.org', named.url, { ...bearer(), Origin })
      expect(await origin('https://ideas.example.org')).to.equal(200)
      expect(await origin('https://other.example.org')).to.equal(403)
    } finally {
      await named.close()
    }
  })

  it('answers a tool beyond the scope with 403 insufficient_scope, and the missing scope', async () => {
    const reading = await newToken(user, { scopes: ['ideas:read'] })
    const { status, headers } = await send(callOf('capture', { title: 'x' }), bearer(reading))
    expect([status, headers.get('www-authenticate')]).to.deep.equal([
      403,
      `Bearer error="insufficient_scope", resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp", scope="ideas:read ideas:write"`,
    ])
  })

  it('answers reads of ideas as resources beyond the scope alike', async () => {
    const { id } = await newIdea(user.api)
    const writing = bearer(await newToken(user, { scopes: ['ideas:write'] }))
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/read', { uri: `idea://${id}` }],
    ] as const) {
      const { status, headers } = await send({ ...LIST, method, params }, writing)
      expect(status, method).to.equal(403)
      expect(headers.get('www-authenticate')).to.match(/error="insufficient_scope", .*scope="ideas:read"$/)
    }
    expect((await send(LIST, writing)).status).to.equal(200)
  })

  it('is 401 before 415, 413 and 400, as everywhere', async () => {
    expect((await send([LIST])).status).to.equal(401)
    expect((await send(callOf('capture', { title: 'x'.repeat(1_100_000) }))).status).to.equal(401)
    const text = { headers: { 'Content-Type': 'text/plain' }, raw: 'x' }
    expect((await service.anonymous.send('POST', `${service.url}/mcp`, undefined, text)).status).to.equal(401)
  })

  it('counts calls of tools and reads of resources towards the day, not discovery and lists', async () => {
    const { id } = await newIdea(user.api)
    const before = await used(user.api)
    for (const method of [
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'ping',
    ]) {
      expect((await send({ ...LIST, method }, bearer())).status, method).to.equal(200)
    }
    expect(await used(user.api)).to.equal(before)
    const called = await send(callOf('get', { id }), bearer())
    expect([called.status, called.headers.has('ratelimit')]).to.deep.equal([200, true])
    await send({ ...LIST, method: 'resources/read', params: { uri: `idea://${id}` } }, bearer())
    expect(await used(user.api)).to.equal(before + 2)
  })

  it('counts what is no message, and what asks for something unknown', async () => {
    const before = await used(user.api)
    for (const body of [{}, [LIST], { ...LIST, method: 'nonsense' }, { ...LIST, method: 'x/list' }]) {
      const { headers } = await send(body, bearer())
      expect(headers.has('ratelimit'), JSON.stringify(body)).to.equal(true)
    }
    expect(await used(user.api)).to.equal(before + 4)
  })

  it('ends with the daily quota: 429 with Retry-After, while lists still answer', async () => {
    const free = await service.createUser('free')
    const secret = await newToken(free)
    const statuses: number[] = []
    for (let times = 0; times < 4; times += 1)
      statuses.push((await send(callOf('list'), bearer(secret))).status)
    expect(statuses.slice(-2)).to.deep.equal([429, 429])
    const refused = await send(callOf('list'), bearer(secret))
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).to.deep.equal([429, true])
    expect((await send(LIST, bearer(secret))).status).to.equal(200)
  })

  it('takes one message of at most 1 MiB of JSON, by POST', async () => {
    const cases = [
      ['POST', [LIST, LIST], 400],
      ['POST', { ...callOf('capture', { title: 'x'.repeat(1_100_000) }) }, 413],
      ['GET', undefined, 405],
      ['DELETE', undefined, 405],
      ['PUT', LIST, 405],
    ] as const
    for (const [method, body, wanted] of cases) {
      const { status, headers } = await send(body, bearer(), method)
      expect([status, headers.get('allow')], method).to.deep.equal([wanted, wanted === 405 ? 'POST' : null])
    }
    const text = await service.anonymous
      .with({ ...bearer(), 'Content-Type': 'text/plain', Accept: 'application/json, text/event-stream' })
      .send('POST', `${service.url}/mcp`, undefined, { raw: 'x' })
    expect(text.status).to.equal(415)
  })

  it('answers a notification with 202 and no body', async () => {
    const { status, body, headers } = await send(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      bearer(),
    )
    expect([status, body, headers.get('content-type')]).to.deep.equal([202, undefined, null])
  })

  it('acknowledges a subscription and ends it: nothing announces changes', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const listen = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen' }
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' }
    const { status, body } = await send(
      { ...listen, params: { _meta, notifications: { toolsListChanged: true } } },
      { ...bearer(), ...headers },
    )
    expect([status, body.match(/"method":"[^"]+"|"resultType":"[^"]+"/g)]).to.deep.equal([
      200,
      ['"method":"notifications/subscriptions/acknowledged"', '"resultType":"complete"'],
    ])
  })

  it('answers with a request id, as every request', async () => {
    const { headers } = await send(LIST, { ...bearer(), 'X-Request-Id': 'mine' })
    expect(headers.get('x-request-id')).to.equal('mine')
  })
})
