import { expect } from 'chai'
import type { Endpoint } from '../../../src/platform/http/endpoint.ts'
import { PROBLEMS } from '../../../src/platform/problems.ts'
import type { Client } from '../../support/client.ts'
import { newIdeaIds, WRONG_KEY, WRONG_SESSION } from '../../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'
import {
  call,
  essence,
  expectDocumented,
  furnish,
  NOWHERE,
  onEvery,
  pathOf,
  type Places,
} from './endpoints.ts'

const isGuarded = ({ access }: Endpoint): boolean => access !== 'public'
const takesBody = ({ body }: Endpoint): boolean => body !== undefined
const takesQuery = ({ query }: Endpoint): boolean => query !== undefined
const takesId = ({ params }: Endpoint): boolean =>
  Object.values(params).some(({ unknown }) => unknown !== undefined && unknown in NOWHERE)

describe('Every endpoint', () => {
  let service: TestService
  let user: TestUser
  let owner: TestUser
  let others: Places
  before(async () => {
    service = await sharedService()
    ;[user, owner] = [await service.createUser(), await service.createUser()]
    others = await furnish(owner)
  })
  /** What everything of the owner looks like. */
  const inventory = async (): Promise<unknown[]> => {
    const paths = [
      '/map',
      '/tags',
      '/user/api-keys',
      '/user/sessions',
      '/user/mcp-tokens',
      `/ideas/${others.idea_not_found}`,
    ]
    const replies = await Promise.all(paths.map(async (path) => owner.session.get(path)))
    return replies.map(({ body }) => body)
  }
  const keyWith = async (...scopes: string[]): Promise<Client> => {
    const { body } = await user.session.post('/user/api-keys', { scopes })
    return service.anonymous.with({ 'X-API-Key': body.key })
  }

  it('but the public ones answers 401 without credentials, and with bad ones', async () => {
    const bad = [
      {},
      { 'X-API-Key': WRONG_KEY },
      { Authorization: `Bearer ${WRONG_SESSION}` },
      { Cookie: `__Host-session=${WRONG_SESSION}` },
      { 'X-API-Key': user.api_key, Cookie: `__Host-session=${WRONG_SESSION}` },
      { 'X-API-Key': user.api_key, Authorization: `Bearer ${WRONG_SESSION}` },
    ]
    await onEvery(isGuarded, async (endpoint) => {
      for (const [at, headers] of bad.entries()) {
        const { status, body } = await call(service.anonymous.with(headers), endpoint, others)
        const { text } = PROBLEMS[at === 0 ? 'missing_credentials' : 'invalid_credentials']
        expect([status, body]).to.deep.equal([401, { error: text }])
      }
    })
    await onEvery(
      ({ access, body }) => access === 'public' && body === undefined,
      async (endpoint) => {
        expect((await call(service.anonymous, endpoint, others)).status).to.equal(200)
      },
    )
  })

  it('answers 403 to a key that lacks its scope', async () => {
    for (const [lacking, given] of [
      ['ideas:read', 'ideas:write'],
      ['ideas:write', 'ideas:read'],
    ] as const) {
      const client = await keyWith(given)
      await onEvery(
        ({ access }) => access === lacking,
        async (endpoint) => {
          const { status, body } = await call(client, endpoint, NOWHERE)
          expect([status, body]).to.deep.equal([403, { error: PROBLEMS.insufficient_scope.text }])
        },
      )
    }
  })

  it('that needs a session answers 403 to every key', async () => {
    await onEvery(
      ({ access }) => access === 'session',
      async (endpoint) => {
        const { status, body } = await call(user.api, endpoint, NOWHERE)
        expect([status, body]).to.deep.equal([403, { error: PROBLEMS.session_required.text }])
      },
    )
  })

  it('that changes something answers 403 to the cookie from another site', async () => {
    const Cookie = `__Host-session=${user.session_token}`
    await onEvery(
      ({ access, method }) => access !== 'public' && method !== 'GET',
      async (endpoint) => {
        for (const headers of [{ Cookie }, { Cookie, 'Sec-Fetch-Site': 'cross-site' }]) {
          const { status, body } = await call(service.anonymous.with(headers), endpoint, others)
          expect([status, body]).to.deep.equal([403, { error: PROBLEMS.cross_origin.text }])
        }
      },
    )
  })

  it('with a body answers 400 to JSON of a wrong type and to no JSON, and 415 to other types', async () => {
    await onEvery(takesBody, async (endpoint) => {
      for (const body of [null, [], 'text', 7]) {
        const reply = await call(user.session, endpoint, NOWHERE, { body })
        expect([reply.status, reply.body.code]).to.deep.equal([400, 'validation_error'])
        expect(reply.body.details).to.deep.equal([{ path: '', message: 'must be an object' }])
      }
      const path = pathOf(endpoint, NOWHERE)
      const malformed = await user.session.send(endpoint.method, path, undefined, { raw: '{' })
      expect([malformed.status, malformed.body]).to.deep.equal([400, { error: PROBLEMS.malformed_json.text }])
      const headers = { 'Content-Type': 'text/plain' }
      const typed = await user.session.send(endpoint.method, path, undefined, { raw: '{}', headers })
      expect([typed.status, typed.body]).to.deep.equal([415, { error: PROBLEMS.unsupported_media_type.text }])
      for (const reply of [malformed, typed]) await expectDocumented(endpoint, reply)
    })
  })

  it('with a query answers 400 to a bad value of each of its parameters', async () => {
    await onEvery(takesQuery, async (endpoint) => {
      const names = Object.keys(endpoint.query?.shape ?? {})
      const query = `?${names.map((name) => `${name}=`).join('&')}`
      const reply = await call(user.session, endpoint, NOWHERE, { query })
      expect([reply.status, reply.body.code]).to.deep.equal([400, 'validation_error'])
      const paths = reply.body.details.map(({ path }: { path: string }) => path)
      expect(paths).to.include.members(names)
    })
  })

  it('answers another user’s id exactly like an unknown one, and touches nothing', async () => {
    const before = await inventory()
    const [mine = 0] = await newIdeaIds(user.api, 1)
    await onEvery(takesId, async (endpoint) => {
      const variants: [Places, Places][] = [[others, NOWHERE]]
      if (Object.keys(endpoint.params).length > 1) {
        variants.push([
          { ...others, idea_not_found: mine },
          { ...NOWHERE, idea_not_found: mine },
        ])
      }
      for (const client of [user.session, user.api]) {
        for (const [foreign, unknown] of variants) {
          const reply = await call(client, endpoint, foreign)
          const mayNot = client === user.api && ['credential', 'session'].includes(endpoint.access)
          expect(reply.status).to.equal(mayNot ? 403 : 404)
          expect(essence(reply)).to.deep.equal(essence(await call(client, endpoint, unknown)))
        }
      }
    })
    expect(await inventory()).to.deep.equal(before)
  })

  it('answers another user’s id in a body exactly like an unknown one, and touches nothing', async () => {
    const before = await inventory()
    const [mine] = await newIdeaIds(user.api, 1)
    const bodies = (id: unknown): [string, string, unknown][] => [
      ['POST', '/ideas', { title: 'Child of a stranger', parent_id: id }],
      ['PATCH', `/ideas/${mine}`, { parent_id: id }],
      ['POST', `/ideas/${mine}/links`, { target_idea_id: id }],
      ['POST', `/ideas/${mine}/merge`, { absorb_id: id }],
      ['POST', `/ideas/${mine}/unmerge`, { absorbed_id: id }],
      ['POST', '/map/relations', { source_idea_id: mine, target_idea_id: id }],
      ['POST', '/map/relations', { source_idea_id: id, target_idea_id: mine, relation_type: 'blocks' }],
      ['POST', '/map/relations', { source_idea_id: id, target_idea_id: id, relation_type: 'blocks' }],
    ]
    for (const [at, [method, path, body]] of bodies(others.idea_not_found).entries()) {
      const foreign = await user.api.send(method, path, body)
      const unknown = await user.api.send(method, path, bodies(NOWHERE.idea_not_found)[at]?.[2])
      expect(foreign.status, `${method} ${path}`).to.equal(404)
      expect(essence(foreign)).to.deep.equal(essence(unknown))
    }
    expect(await inventory()).to.deep.equal(before)
  })

  it('tells the quota in its answer when it counts, and not otherwise', async () => {
    await onEvery(isGuarded, async (endpoint) => {
      // Some endpoints end the session.
      const { session } = await service.createUser()
      const { headers } = await call(session, endpoint, NOWHERE)
      for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-reset'])
        expect(headers.has(name), name).to.equal(endpoint.counted)
    })
  })
})
