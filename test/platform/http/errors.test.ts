import { expect } from 'chai'
import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import { request } from 'undici'
import { createApp } from '../../../src/platform/http/app.ts'
import { Answer, endpointIn } from '../../../src/platform/http/endpoint.ts'
import { listen } from '../../../src/platform/http/listener.ts'
import { freshTitle, newIdea, newIdeaIds, newRelation, relate } from '../../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let service: TestService
let user: TestUser
const prepare = async (): Promise<void> => {
  service = await sharedService()
  user = await service.createUser()
}

describe('a 401', () => {
  before(prepare)

  it('says how to authenticate', async () => {
    for (const caller of [service.anonymous, user.api.with({ 'X-API-Key': 'svc_' })]) {
      const reply = await caller.get('/ideas')
      expect(reply.status).to.equal(401)
      expect(reply.headers.get('www-authenticate')).to.equal('Bearer realm="idea-repository"')
    }
  })
})

describe('a refused bearer token', () => {
  before(prepare)

  it('is told what is wrong with it', async () => {
    const { key: token } = (await user.session.post('/user/mcp-tokens', { scopes: ['ideas:read'] })).body
    const unknown = await service.anonymous.with({ Authorization: 'Bearer x' }).get('/ideas')
    const reading = await service.anonymous
      .with({ Authorization: `Bearer ${token}` })
      .post('/ideas', { title: freshTitle() })
    expect(
      [unknown, reading].map(({ status, headers }) => [status, headers.get('www-authenticate')]),
    ).to.deep.equal([
      [401, 'Bearer realm="idea-repository", error="invalid_token"'],
      [403, 'Bearer realm="idea-repository", error="insufficient_scope"'],
    ])
  })
})

describe('Prefer: error-format=object', () => {
  before(prepare)

  const options = { headers: { Prefer: 'error-format=object' } }

  it('makes the error an object with code and message', async () => {
    for (const [reply, status, error] of [
      [await user.api.get('/ideas/abc', options), 404, { code: 'idea_not_found', message: 'Idea not found' }],
      [await user.api.get('/nowhere', options), 404, { code: 'path_not_found', message: 'Not found' }],
      [
        await service.anonymous.get('/ideas', options),
        401,
        { code: 'missing_credentials', message: 'Missing API key or session token' },
      ],
      [
        await user.api.send('PUT', '/ideas', {}, options),
        405,
        { code: 'method_not_allowed', message: 'Method not allowed' },
      ],
    ] as const) {
      expect([reply.status, reply.body]).to.deep.equal([status, { error }])
      expect(reply.headers.get('preference-applied')).to.equal('error-format=object')
    }
  })

  it('holds the details of a validation', async () => {
    const { status, body } = await user.api.post('/ideas', { title: '', status: 'x' }, options)
    expect(status).to.equal(400)
    expect(body.error).to.include({ code: 'validation_error', message: 'Validation failed' })
    expect(body.error.details.map(({ path }: { path: string }) => path)).to.deep.equal(['title', 'status'])
    expect(body).to.have.all.keys('error')
  })

  it('leaves the further facts beside the error', async () => {
    const { id, title } = await newIdea(user.api)
    const equal = await user.api.post('/ideas', { title }, options)
    expect(equal.body.duplicate_of_id).to.equal(id)
    expect(equal.body.error.code).to.equal('idea_exists')
    const [a, b] = await newIdeaIds(user.api, 2)
    await newRelation(user.api, a, 'blocks', b)
    const { body } = await relate(user.api.with({ Prefer: 'error-format=object' }), b, 'blocks', a)
    expect(body.cycle).to.deep.equal([b, a, b])
    expect(body.error).to.deep.equal({ code: 'relation_cycle', message: 'Relation would create a cycle' })
  })

  it('is seen among other preferences, and other preferences are not it', async () => {
    for (const prefer of [
      'return=minimal, error-format=object',
      'error-format="object"; x=1',
      'Error-Format=object',
    ]) {
      const { body } = await user.api.get('/ideas/abc', { headers: { Prefer: prefer } })
      expect(body.error.code, prefer).to.equal('idea_not_found')
    }
    for (const prefer of ['error-format=string', 'error-format=objects', 'my-error-format=object', 'x']) {
      const reply = await user.api.get('/ideas/abc', { headers: { Prefer: prefer } })
      expect(reply.body, prefer).to.deep.equal({ error: 'Idea not found' })
      expect(reply.headers.get('preference-applied')).to.equal(null)
    }
  })

  it('changes nothing about a success', async () => {
    const reply = await user.api.get('/tags', options)
    expect([reply.status, reply.body]).to.deep.equal([200, []])
    expect(reply.headers.get('preference-applied')).to.equal(null)
  })
})

describe('X-Request-Id', () => {
  before(prepare)

  it('is in every answer, another each time', async () => {
    const replies = await Promise.all([
      user.api.get('/ideas'),
      user.api.get('/ideas/abc'),
      user.api.post('/ideas', { title: freshTitle() }),
      service.anonymous.get('/ideas'),
      service.anonymous.get('/nowhere'),
      service.anonymous.get('/health'),
      service.anonymous.get(`${service.url}/openapi.json`),
    ])
    const ids = replies.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).to.match(/^[\w.-]{8,64}$/)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('is the caller’s own where that is harmless', async () => {
    for (const [id, kept] of [
      ['trace-1.A_b', true],
      ['a b', false],
      ['x'.repeat(65), false],
      ['<script>', false],
    ] as const) {
      const { headers } = await user.api.get('/tags', { headers: { 'X-Request-Id': id } })
      expect(headers.get('x-request-id') === id, id).to.equal(kept)
    }
  })
})

describe('An unexpected failure', () => {
  before(prepare)

  it('answers 500 with the documented body alone; the reason goes to the log', async () => {
    const { url, lines, close } = await serve(async () => {
      throw new TypeError('secret reason')
    })
    try {
      const reply = await request(url, { reset: true })
      expect([reply.statusCode, await reply.body.text()]).to.deep.equal([
        500,
        '{"error":"Internal server error"}',
      ])
      expect(lines.join('')).to.contain('secret reason').and.to.contain(reply.headers['x-request-id'])
    } finally {
      await close()
    }
  })
})

describe('A client that leaves before it has read its response', () => {
  before(prepare)

  it('is no failure of the service: only one of the service is logged', async () => {
    const large = ['x'.repeat(10_000_000)]
    let failing = false
    const { url, lines, close } = await serve(
      async () => new Answer({ stream: Readable.from(failing ? broken(large) : large) }),
    )
    try {
      const left = await request(url, { reset: true })
      left.body.on('error', () => undefined).destroy()
      failing = true
      await request(url, { reset: true })
        .then(async ({ body }) => body.dump({ limit: Infinity }))
        .catch(() => undefined)
      await until('the failure is logged', () => lines.length > 0)
      expect(new Set(lines.map((line) => JSON.parse(line).err.message))).to.have.keys(['the disk is gone'])
    } finally {
      await close()
    }
  })
})

async function* broken(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
  throw new Error('the disk is gone')
}

/** A server with one endpoint, and the lines of its log from `warn` on. */
async function serve(handle: () => Promise<Answer<never>>) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const endpoint = endpointIn('Test')({
    id: 'only',
    route: 'GET /only',
    summary: 'The only one',
    access: 'public',
    success: { status: 200, description: 'Done', mediaTypes: ['text/plain'] },
    handle: async () => handle(),
  })
  const app = createApp({
    routes: [],
    notFoundPage: undefined,
    endpoints: [endpoint],
    guards: service.application,
    log: pino({ level: 'warn' }, sink),
    version: '0',
    trustProxy: false,
    observe: () => undefined,
    metrics: async (_ctx, next) => next(),
  })
  const { port, close } = await listen(app.callback(), { host: '127.0.0.1', port: 0, tls: undefined })
  return { url: `http://127.0.0.1:${port}/api/v1/only`, lines, close }
}
