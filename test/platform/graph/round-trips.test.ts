import { expect } from 'chai'
import { Redis } from 'ioredis'
import type { Client, Reply } from '../../support/client.ts'
import { UNKNOWN_ID } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { testServers } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { prepare, prepareFor, WRITES, type Ground } from './lost-answers-cases.ts'

const READS: Readonly<Record<string, (api: Client, ground: Ground) => Promise<Reply>>> = {
  'an idea': (api, { a }) => api.get(`/ideas/${a}`),
  'the newest ideas': (api) => api.get('/ideas'),
  'ideas by tag and status': (api) => api.get('/ideas?tag=first&status=captured&sort=title'),
  'ideas found by words': (api) => api.get('/ideas/search?mode=keyword&q=idea'),
  'the relations of an idea': (api, { a }) => api.get(`/ideas/${a}/relations`),
  'the merges into an idea': (api, { a }) => api.get(`/ideas/${a}/merges`),
  'the links of an idea': (api, { a }) => api.get(`/ideas/${a}/links`),
  'all tags': (api) => api.get('/tags'),
  'the account': (api) => api.get('/user/me'),
  'the usage': (api) => api.get('/user/usage'),
  'the sessions': (api) => api.get('/user/sessions'),
  'the API keys': (api) => api.get('/user/api-keys'),
}

/**
 * Round trips to Neo4j for each write, at most. BEGIN and the first statement travel with the lock, so that a transaction takes two or
 * more, of which COMMIT is one.
 */
const TURNS: Readonly<Record<string, number>> = {
  // Two for the threshold that the settings may say.
  'changing the account': 5,
  'creating an idea with new tags and a parent': 3,
  'creating an idea that was checked for an equal one': 1,
  // The body is read before.
  'changing the title of an idea': 2,
  'changing an idea': 2,
  'changing the status of an idea': 1,
  'replacing the tags of an idea': 1,
  'giving an idea a parent': 3,
  'deleting an idea': 1,
  'creating a tag': 1,
  'renaming a tag that is addressed by its name': 1,
  'renaming a tag that is addressed by its id to a name of digits': 1,
  'deleting a tag': 1,
  'adding a link': 1,
  'deleting a link': 1,
  'creating a relation': 1,
  'changing the type of a relation': 3,
  'changing the note of a relation': 1,
  'deleting a relation': 1,
  'putting a tag on many ideas': 3,
  'merging an idea into another': 4,
  'dismissing a pair of possible duplicates': 4,
  'merging a pair of possible duplicates': 5,
  'undoing a merge': 5,
}

describe('round trips to the databases', () => {
  let proxied: ProxiedService
  let api: Client
  let ground: Ground
  const redis = new Redis(testServers().redisUrl, { lazyConnect: true })
  givenProxiedService((given) => (proxied = given))
  after(() => redis.disconnect())
  before(async () => {
    api = (await proxied.service.createUser()).api
    ground = await prepare(api)
  })

  const measure = async (request: () => Promise<Reply>) => {
    proxied.neo4j.reset()
    proxied.redis.reset()
    const { status } = await request()
    const messages = proxied.neo4j.messages()
    return { status, redis: proxied.redis.turns(), neo4j: proxied.neo4j.turns(), messages }
  }

  for (const [name, read] of Object.entries(READS)) {
    it(`are one to Redis and one to Neo4j for a read: ${name}`, async () => {
      await read(api, ground)
      const counted = await measure(() => read(api, ground))
      expect(counted).to.deep.equal({ status: 200, redis: 1, neo4j: 1, messages: ['RUN', 'PULL'] })
    })
  }

  it('are one to Neo4j for each page of an export, and to Redis one more each for its lease and the end of it', async () => {
    const { redis, ...counted } = await measure(() => api.post('/user/export'))
    expect(redis).to.be.within(2, 3)
    // Active and archived ids, ideas, tags, relations, links, duplicates; here each is one page.
    const messages = Array.from({ length: 7 }, () => ['RUN', 'PULL']).flat()
    expect(counted).to.deep.equal({ status: 200, neo4j: 7, messages })
  })

  it('are one to each for a map that did not change', async () => {
    const etag = (await api.get('/map')).headers.get('etag') ?? ''
    const counted = await measure(() => api.get('/map', { headers: { 'If-None-Match': etag } }))
    expect(counted).to.deep.equal({ status: 304, redis: 1, neo4j: 1, messages: ['RUN', 'PULL'] })
  })

  it('are one to each for a map that is kept, and a map that changed is read between two looks at its revision', async () => {
    await api.patch(`/ideas/${ground.a}`, { title: 'Changed' })
    const look = ['RUN', 'PULL']
    const counted = await measure(() => api.get('/map'))
    expect(counted).to.deep.include({ status: 200, redis: 1 })
    expect(counted.messages).to.deep.equal([...look, ...look, 'BEGIN', ...look, 'ROLLBACK', ...look])
    expect((await measure(() => api.get('/map'))).messages).to.deep.equal(look)
  })

  for (const write of WRITES) {
    const { name, call, status, statement } = write
    it(`are one to Redis and one transaction for a write: ${name}`, async () => {
      const user = await proxied.service.createUser()
      const own = await prepareFor(write, user.api)
      await until(
        'the leases of imports to end',
        async () => (await redis.keys('ideas:leases:*')).length === 0,
      )
      const counted = await measure(() => call(user.api, own))
      expect(counted).to.include({ status, redis: 1 })
      const ends = counted.messages.filter((message) => message !== 'RUN' && message !== 'PULL')
      expect(ends).to.deep.equal(statement === undefined ? ['BEGIN', 'COMMIT'] : [])
      expect(counted.neo4j).to.be.at.most(TURNS[name] ?? 0)
    })
  }

  for (const write of WRITES.filter(
    ({ name, statement }) => statement !== undefined && !name.startsWith('deleting'),
  )) {
    const { name, call, status } = write
    it(`are two more, in a transaction, for a statement with an Idempotency-Key: ${name}`, async () => {
      const user = await proxied.service.createUser()
      const own = await prepareFor(write, user.api)
      const counted = await measure(() => call(user.api.with({ 'Idempotency-Key': 'k' }), own))
      expect(counted).to.include({ status, redis: 1 })
      expect(counted.messages.filter((message) => message === 'BEGIN')).to.have.length(1)
      expect(counted.neo4j).to.be.at.most((TURNS[name] ?? 0) + 2)
    })
  }

  it('are the same for what another user has as for what nobody has', async () => {
    const { api: stranger } = await proxied.service.createUser()
    await prepare(stranger)
    const nowhere = Object.fromEntries(
      Object.keys(ground).map((name, at) => [name, UNKNOWN_ID - at]),
    ) as Ground
    const byIds = [
      ...Object.entries(READS),
      ...WRITES.filter(({ ready }) => ready === undefined).map(({ name, call }) => [name, call] as const),
    ]
    let compared = 0
    for (const [name, call] of byIds) {
      const foreign = await measure(() => call(stranger, ground))
      if (foreign.status < 400) continue
      expect(foreign, name).to.deep.equal(await measure(() => call(stranger, nowhere)))
      compared += 1
    }
    expect(compared).to.be.at.least(15)
  })
})
