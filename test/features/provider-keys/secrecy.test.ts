import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { ideas, newHomeAt, removeHomes } from '../../cli/run-cli.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { keyIn } from '../../support/provider-answers.ts'
import { givenProviders } from '../../support/given-providers.ts'
import { logLines } from '../../support/log-lines.ts'
import { everythingIn } from '../../support/redis-contents.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { PASSWORD } from '../../support/sign-in.ts'
import { SPEC } from '../develop/specification.ts'
import { ProviderName } from '../../../src/platform/llm/schema.ts'

const PROVIDERS = ProviderName.options
const BEHAVIOURS = [
  'success',
  'bad-key',
  { status: 400 },
  { status: 403 },
  { status: 404 },
  { status: 429 },
  { status: 500 },
  'malformed',
  'other-json',
  'html',
  'cut-off',
  'refusal',
  'break-off',
] as const

describe('The keys that users bring', function () {
  const { log, text } = logLines()
  const keys = new Map(PROVIDERS.map((provider) => [provider, `sk-${randomBytes(24).toString('hex')}`]))
  const printed: string[] = []
  const written = (['log', 'warn', 'error', 'info', 'debug'] as const).map(
    (name) => [name, console[name]] as const,
  )
  let database: TestDatabase
  let redis: Redis
  let providers: FakeProviders
  let service: TestService
  let user: TestUser
  let idea: number
  givenDatabase((given) => (database = given))
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    // What a provider's SDK says to the terminal.
    for (const [name] of written)
      console[name] = (...said: unknown[]) => void printed.push(said.map(String).join(' '))
    redis = new Redis(testServers().redisUrl)
    const env = { ...providers.env, BYOK_MASTER_KEY: newMasterKey(), LOG_LEVEL: 'trace', WORKER: 'inside' }
    service = await startService({ env, log, providerTimeoutMs: 2_000 })
    user = await service.createUser()
    idea = (await newIdea(user.api, { title: 'Offline mode', tags: ['travel'] })).id
    for (const [provider, api_key] of keys)
      await user.session.send('PUT', `/user/byok/${provider}`, { api_key })
  })
  after(async () => {
    for (const [name, write] of written) console[name] = write
    redis?.disconnect()
    await service?.close()
    removeHomes()
  })

  /** Nothing that says a key, or enough of one to know whose it is. */
  const expectNothingOfKeys = (place: string, content: string) => {
    for (const [provider, secret] of keys) {
      const at = content.indexOf(secret.slice(0, 12))
      const around = content.slice(Math.max(0, at - 80), at + 20)
      expect(at, `the key of ${provider} is in ${place}: ${around}`).to.equal(-1)
    }
  }
  const expectNothingKept = async () => {
    expectNothingOfKeys('the log', text())
    expectNothingOfKeys('the output of the process', printed.join('\n'))
    expectNothingOfKeys('Redis', await everythingIn(redis))
    expectNothingOfKeys('the graph', await everythingInGraph(database, user.user_id))
  }

  for (const provider of PROVIDERS) {
    it(`are in no answer and leave no trace, whatever ${provider} answers`, async () => {
      const asked = providers.requests.length
      // More are tested here than an hour allows.
      for (const key of await redis.keys('ideas:hourly:*')) await redis.del(key)
      for (const behaviour of BEHAVIOURS) {
        providers.behave(behaviour)
        const replies = [
          await user.session.post(`/user/byok/${provider}/test`),
          await user.api.post(`/ideas/${idea}/develop?provider=${provider}`),
          await user.api
            .with({ Accept: 'text/event-stream', 'Idempotency-Key': JSON.stringify([provider, behaviour]) })
            .post(`/ideas/${idea}/develop?provider=${provider}`),
          await user.session.with({ Prefer: 'error-format=object' }).post(`/user/byok/${provider}/test`),
        ]
        const said = replies.map(({ status, body, headers }) => [status, body, [...headers]])
        expectNothingOfKeys(`an answer after ${JSON.stringify(behaviour)}`, JSON.stringify(said))
      }
      // They were really sent, and this is no test of nothing.
      const sent = providers.requests.slice(asked).map(keyIn)
      expect(sent.length).to.be.above(BEHAVIOURS.length * 3)
      expect(new Set(sent)).to.deep.equal(new Set([keys.get(provider)]))
      expect(text()).to.include('provider_failed')
      await expectNothingKept()
    })
  }

  it('are not repeated by refusals of what was sent', async () => {
    const secret = keys.get('provider_a') ?? ''
    const replies = [
      await user.session.send('PUT', '/user/byok/provider_a', { api_key: `${secret} ${secret}` }),
      await user.session.send('PUT', '/user/byok/provider_a', { api_key: [secret] }),
      await user.session.send('PUT', '/user/byok/provider_d', { api_key: secret }),
      await user.api.send('PUT', '/user/byok/provider_a', { api_key: secret }),
      await user.session.send('PUT', '/user/byok/provider_a', undefined, {
        raw: `{"api_key": "${secret}`,
        headers: { 'Content-Type': 'application/json' },
      }),
      await user.session.send('PUT', '/user/byok/provider_a', undefined, { raw: secret }),
    ]
    expect(replies.map(({ status }) => status)).to.deep.equal([400, 400, 400, 403, 400, 400])
    expectNothingOfKeys('a refusal', JSON.stringify(replies.map(({ body }) => body)))
    await expectNothingKept()
  })

  it('are in no export and no other answer about the account', async () => {
    const places = [
      '/user/me',
      '/user/byok/status',
      `/ideas/${idea}`,
      `/ideas/${idea}/specs`,
      '/map',
      '/user/usage',
    ]
    for (const place of places) {
      const { status, body } = await user.api.get(place)
      expect(status, place).to.equal(200)
      expectNothingOfKeys(place, JSON.stringify(body))
    }
    const formats = ['graphml', 'gexf', 'mermaid', 'cypher'].map((format) => `/graph?format=${format}`)
    for (const format of ['', '/csv', ...formats]) {
      const { status, body } = await user.api.post(`/user/export${format}`)
      expect(status, format).to.equal(200)
      expectNothingOfKeys(`the export ${format}`, JSON.stringify(body))
    }
  })

  it('are in nothing that the command line prints or keeps', async () => {
    const { home, env } = await newHomeAt(service.url, user.api_key)
    const file = path.join(home, 'key')
    await user.session.post('/user/password', { new_password: PASSWORD })
    for (const [provider, secret] of keys) {
      writeFileSync(file, `${secret}\n`)
      const runs = []
      providers.behave('success')
      const set = ['byok', 'set', provider, '--key-file', file, '--password-stdin']
      runs.push(await ideas(set, { env, input: `${PASSWORD}\n` }))
      expect(runs[0]?.code, runs[0]?.stderr).to.equal(0)
      providers.behave({ status: 500 })
      const test = ['byok', 'test', provider, '--password-stdin']
      runs.push(await ideas(test, { env, input: `${PASSWORD}\n` }))
      runs.push(await ideas(['develop', String(idea), '--provider', provider], { env }))
      expect(runs.slice(1).map(({ code }) => code)).to.deep.equal([1, 1])
      expectNothingOfKeys('the output', JSON.stringify(runs))
    }
    await expectNothingKept()
  })
})

async function everythingInGraph({ query }: TestDatabase, id: string): Promise<string> {
  const nodes = await query(
    'MATCH (n) WHERE n.userId = $id OR n.id = $id RETURN properties(n) AS properties',
    { id },
  )
  const around = 'MATCH (:Idea {userId: $id})-[r]-(n) RETURN properties(r) AS relation, properties(n) AS node'
  expect(nodes.length).to.be.above(5)
  return JSON.stringify([nodes, await query(around, { id })])
}
