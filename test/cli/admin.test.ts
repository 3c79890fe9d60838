import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { Client } from '../support/client.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea, newIdeaIds, newRelation } from '../support/factories.ts'
import { sharedService, testServers, type TestService } from '../support/service.ts'
import { writeInstance } from '../../src/local/instance.ts'
import { freshEmail, ideas, newHome, removeHomes } from './run-cli.ts'

let service: TestService
let database: TestDatabase
let redis: Redis

/** Gives a suite the service, and both databases to look past it. */
function prepare(): void {
  givenDatabase((given) => (database = given))
  before(async () => {
    service = await sharedService()
    redis = new Redis(testServers().redisUrl)
  })
  after(() => redis.disconnect())
}

describe('ideas admin create-user', () => {
  prepare()

  it('prints exactly one JSON object whose key and session work', async () => {
    const email = freshEmail()
    const { code, stdout, stderr } = await ideas([
      'admin',
      'create-user',
      '--email',
      email,
      '--plan',
      'free',
      '--json',
    ])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.match(/^\{.*\}\n$/)
    const user = JSON.parse(stdout)
    expect(Object.keys(user)).to.deep.equal(['user_id', 'email', 'plan', 'api_key', 'session_token'])
    expect(user).to.include({ email, plan: 'free' })
    expect(user.api_key).to.match(/^svc_[0-9a-f]{64}$/)
    const byKey = await new Client(service.url, { 'X-API-Key': user.api_key }).get('/user/me')
    expect(byKey.body).to.include({ id: user.user_id, email, plan: 'free' })
    const bySession = new Client(service.url, { Authorization: `Bearer ${user.session_token}` })
    expect((await bySession.post('/user/api-keys', {})).status).to.equal(201)
  })

  it('reads a password, and keeps only its argon2id hash', async () => {
    const args = [
      'admin',
      'create-user',
      '--email',
      freshEmail(),
      '--plan',
      'pro',
      '--password-stdin',
      '--json',
    ]
    const { code, stdout } = await ideas(args, { input: 'correct horse battery\n' })
    expect(code).to.equal(0)
    const { user_id } = JSON.parse(stdout)
    const [row] = await database.query('MATCH (u:User {id: $user_id}) RETURN properties(u) AS properties', {
      user_id,
    })
    const properties = row?.['properties'] as Record<string, unknown>
    expect(properties['passwordHash']).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(JSON.stringify(properties)).not.to.contain('correct horse')
  })

  it('prints a line for each field without --json', async () => {
    const { stdout } = await ideas(['admin', 'create-user', '--email', freshEmail(), '--plan', 'pro'])
    for (const field of ['user_id', 'email', 'plan', 'api_key', 'session_token'])
      expect(stdout).to.match(new RegExp(`^${field} +\\S+$`, 'm'))
  })
})

describe('ideas admin list-users', () => {
  prepare()
  after(removeHomes)

  it('lists every account with plan and number of ideas, without secrets', async () => {
    const user = await service.createUser('free')
    await newIdeaIds(user.api, 2)
    const [{ code, stdout }, table] = await Promise.all([
      ideas(['admin', 'list-users', '--json']),
      ideas(['admin', 'list-users']),
    ])
    expect(code).to.equal(0)
    const listed = JSON.parse(stdout).find(({ user_id }: { user_id: string }) => user_id === user.user_id)
    expect(listed).to.deep.equal({
      user_id: user.user_id,
      email: user.email,
      plan: 'free',
      ideas: 2,
      created_at: (await user.api.get('/user/me')).body.created_at,
    })
    expect(table.stdout)
      .to.match(/^USER_ID +EMAIL +PLAN +IDEAS +CREATED_AT\n/)
      .and.to.contain(user.email)
  })

  it('finds the Redis that npm start brought up beside a given Neo4j', async () => {
    const { env } = newHome()
    const { redisUrl, neo4jUri: uri, user, password } = testServers()
    mkdirSync(env['DATA_DIR'] ?? '')
    const neo4j = { uri, user, password, database: 'neo4j' }
    writeInstance(env['DATA_DIR'] ?? '', { pid: 1, url: '', neo4j, redis: { url: redisUrl, cluster: false } })
    const list = async (given = {}) =>
      ideas(['admin', 'list-users'], { env: { ...env, REDIS_URL: '', ...given } })
    const found = await list()
    expect([found.code, found.stderr]).to.deep.equal([0, ''])
    expect((await list({ NEO4J_URI: 'bolt://another.example' })).stderr).to.contain('REDIS_URL is required')
  })
})

describe('ideas admin set-plan', () => {
  prepare()

  it('counts from the very next request, by e-mail in any case or by id', async () => {
    const user = await service.createUser('free')
    expect((await user.api.get('/ideas')).headers.get('x-ratelimit-limit')).to.equal('100')
    const set = await ideas(['admin', 'set-plan', user.email.toUpperCase(), 'pro', '--json'])
    expect(JSON.parse(set.stdout)).to.deep.equal({ user_id: user.user_id, email: user.email, plan: 'pro' })
    expect((await user.api.get('/ideas')).headers.get('x-ratelimit-limit')).to.equal('10000')
    expect((await user.api.get('/user/me')).body.plan).to.equal('pro')
    await ideas(['admin', 'set-plan', user.user_id, 'free'])
    expect((await user.session.get('/ideas')).headers.get('x-ratelimit-limit')).to.equal('100')
  })
})

const setPassword = async (user: string, password: string) =>
  ideas(['admin', 'set-password', user, '--password-stdin', '--json'], { input: `${password}\n` })

describe('ideas admin set-password', () => {
  prepare()

  it('lets the user in by it and ends all sessions at once, but no key', async () => {
    const user = await service.createUser('pro')
    expect((await user.session.get('/user/me')).status).to.equal(200)
    const { code, stdout } = await setPassword(user.email.toUpperCase(), 'correct horse battery')
    expect([code, JSON.parse(stdout)]).to.deep.equal([0, { user_id: user.user_id, email: user.email }])
    expect((await user.session.get('/user/me')).status).to.equal(401)
    expect((await user.api.get('/user/me')).status).to.equal(200)
    const login = { email: user.email, password: 'correct horse battery' }
    expect((await service.anonymous.post('/auth/sign-in', login)).status).to.equal(200)
  })

  it('refuses a short password, an unknown user, a missing --password-stdin and what is no id in one line', async () => {
    const user = await service.createUser('pro')
    for (const [run, code, line] of [
      [await setPassword(user.email, 'short'), 1, /password must have at least 8 characters\n$/],
      [await setPassword('nobody@example.org', 'long enough'), 1, /there is no user nobody@example\.org\n$/],
      [await ideas(['admin', 'set-password', user.email]), 1, /--password-stdin/],
      [await ideas(['admin', 'jobs', '--retry', '1', '0x10']), 1, /^ideas: .*"0x10" is no id\.\n$/],
    ] as const) {
      expect(run.code).to.equal(code)
      expect(run.stderr).to.match(line)
    }
    expect((await user.session.get('/user/me')).status).to.equal(200)
  })
})

describe('ideas admin delete-user', () => {
  prepare()

  it('leaves nothing of the user in Neo4j and Redis, and others alone', async () => {
    const user = await service.createUser('pro')
    const other = await service.createUser('pro')
    const kept = await newIdea(other.api, { tags: ['kept'] })
    const [a, b] = await newIdeaIds(user.api, 2)
    await newIdea(user.api, { tags: ['one', 'two'], parent_id: a })
    await newRelation(user.api, a, 'blocks', b)
    await user.api.post(`/ideas/${a}/links`, { url: `https://example.org/${user.user_id}` })
    await user.session.post('/user/api-keys', { label: 'Second' })
    expect(await redisTexts(user.user_id), 'what is to be removed').not.to.deep.equal([])
    expect(await nodesOf(user.user_id, user.email)).not.to.deep.equal([])

    const { code, stdout } = await ideas(['admin', 'delete-user', user.email, '--yes', '--json'])
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.equal({ user_id: user.user_id, email: user.email, deleted: true })

    for (const caller of [user.api, user.session]) expect((await caller.get('/ideas')).status).to.equal(401)
    expect(await nodesOf(user.user_id, user.email)).to.deep.equal([])
    expect(await redisTexts(user.user_id)).to.deep.equal([])
    expect((await other.api.get(`/ideas/${kept.id}`)).body.tags).to.deep.equal(['kept'])
  })

  it('frees the e-mail address', async () => {
    const user = await service.createUser('pro')
    await ideas(['admin', 'delete-user', user.user_id, '--yes'])
    const again = await ideas(['admin', 'create-user', '--email', user.email, '--plan', 'free', '--json'])
    expect(JSON.parse(again.stdout).user_id).not.to.equal(user.user_id)
  })
})

/** The labels of all nodes that are the user's. */
async function nodesOf(userId: string, email: string): Promise<string[][]> {
  const rows = await database.query(
    `MATCH (n)
     WHERE n.userId = $userId OR n.id = $userId OR n.email = $email OR n.url ENDS WITH $userId
     RETURN labels(n) AS labels`,
    { userId, email },
  )
  return rows.map(({ labels }) => labels as string[])
}

/** The Redis keys whose name or content holds the text. */
async function redisTexts(text: string): Promise<string[]> {
  const keys = await redis.keys('ideas:*')
  const contents = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key)
      if (type === 'hash') return JSON.stringify(await redis.hgetall(key))
      return type === 'zset' ? (await redis.zrange(key, '0', '-1')).join() : String(await redis.get(key))
    }),
  )
  return keys.filter((key, at) => key.includes(text) || contents[at]?.includes(text))
}
