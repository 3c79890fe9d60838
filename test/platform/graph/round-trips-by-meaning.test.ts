import { expect } from 'chai'
import { identityOf } from '../../../src/platform/embeddings/endpoint.ts'
import { plant, towards } from '../../features/search/passages.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { startProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { DIMENSIONS } from '../../support/server-data.ts'
import { until } from '../../support/until.ts'
import type { TestUser } from '../../support/service.ts'

describe('round trips to the databases of a search by meaning', () => {
  let database: TestDatabase
  let embeddings: FakeEmbeddings
  let proxied: ProxiedService
  let user: TestUser
  after(async () => {
    await proxied?.close()
    await embeddings?.close()
    await database.query('MATCH (x:EmbeddingIndex) DELETE x')
  })
  givenDatabase((given) => (database = given))
  before(async () => {
    embeddings = await startFakeEmbeddings()
    const env = { EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: 'fake' }
    proxied = await startProxiedService({ env })
    user = await proxied.service.createUser()
    await activate('first')
    const ideas = Array.from({ length: 30 }, (_, at) => ({
      title: 'Gondola',
      passages: [{ embedding: towards(0.5, at) }],
    }))
    await plant(database, user.user_id, ideas)
    const dated = 'MATCH (i:Idea {userId: $user_id}) SET i.createdAt = timestamp(), i.updatedAt = timestamp()'
    await database.query(dated, { user_id: user.user_id })
    for (const mode of ['semantic', 'hybrid']) await measure(mode)
  })

  const activate = async (id: string) =>
    database.query(
      `MERGE (x:EmbeddingIndex {slot: 'a'})
       SET x += {id: $id, state: 'active', model: 'fake', url: $url, dimensions: toInteger($dimensions)}`,
      { id, url: identityOf(embeddings.url), dimensions: DIMENSIONS },
    )
  const measure = async (mode: string, offset = 0) => {
    proxied.neo4j.reset()
    proxied.redis.reset()
    const { status, body } = await user.api.get(
      `/ideas/search?q=gondola&limit=20&offset=${offset}${mode && `&mode=${mode}`}`,
    )
    const neo4j = proxied.neo4j.turns()
    const statements = proxied.neo4j.messages().filter((message) => message === 'RUN').length
    return { status, found: body.results.length, redis: proxied.redis.turns(), neo4j, statements }
  }
  const ONE = { status: 200, found: 20, redis: 1, neo4j: 1, statements: 1 }

  it('are one to each, for every page within the window', async () => {
    expect(await measure('semantic')).to.deep.equal(ONE)
    expect(await measure('')).to.deep.equal(ONE)
    expect(await measure('semantic', 20)).to.deep.equal({ ...ONE, found: 10 })
    expect(await measure('semantic', 40)).to.deep.equal({ ...ONE, found: 0 })
  })

  it('are three to Neo4j together with words: both searches, and the page', async () => {
    expect(await measure('hybrid')).to.deep.equal({ ...ONE, neo4j: 3, statements: 3 })
  })

  it('are three to Neo4j once, after another index has become active', async () => {
    await activate('second')
    expect(await measure('semantic')).to.deep.equal({ ...ONE, neo4j: 3, statements: 3 })
    expect(await measure('semantic')).to.deep.equal(ONE)
  })

  it('are one to Neo4j by words, while it is remembered that no index is active', async () => {
    await database.query('MATCH (x:EmbeddingIndex) SET x.state = "retired"')
    expect(await measure('')).to.deep.equal({ ...ONE, neo4j: 3, statements: 3 })
    await until('it is remembered', async () => (await measure('')).neo4j === 1)
    await activate('third')
    expect(await measure('semantic')).to.deep.equal({ ...ONE, neo4j: 2, statements: 2 })
  })
})
