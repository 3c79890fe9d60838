import { expect } from 'chai'
import { vectorIndexQueries } from '../../../src/features/indexing/store.ts'
import { driverArguments } from '../../../src/platform/graph/query.ts'
import { ideas as cli } from '../../cli/run-cli.ts'
import { importLines } from '../imports/import-client.ts'
import { Client, type Reply } from '../../support/client.ts'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { environmentOf, givenStack, indexes, RETRY_POLICY, until, untilDone, type Stack } from './stack.ts'

const IDEAS = 300
const lines = Array.from({ length: IDEAS }, (_, number) => ({ title: `Topic${number} in the garden` }))

/** How often an endpoint was asked for a text. */
function asked(embeddings: FakeEmbeddings, text: string): number {
  return embeddings.requests.filter(({ body }) => body.input.includes(text)).length
}

describe('A change of the embedding model', () => {
  let stack: Stack
  let user: TestUser
  let next: FakeEmbeddings
  let service: TestService | undefined
  givenStack((given) => (stack = given))
  // The next model has fewer dimensions.
  before(async () => stack.database.query(...driverArguments(vectorIndexQueries.dropB, {})))
  beforeEach(async () => {
    next = await startFakeEmbeddings({ dimensions: 32, delayMs: 5 })
    user = await stack.service.createUser()
    expect((await importLines(user.api, lines)).status).to.equal(200)
    await untilDone(stack)
  })
  afterEach(async () => {
    await service?.close()
    await next.close()
  })

  /** The same service after its operator has set up another model. */
  const restart = async (model: string): Promise<Client> => {
    const env = {
      ...environmentOf(stack),
      EMBEDDINGS_URL: next.url,
      EMBEDDINGS_MODEL: model,
      WORKER: 'inside',
    }
    service = await startService({ env, retryPolicy: RETRY_POLICY })
    return new Client(service.url, user.api.headers)
  }
  const passages = async (): Promise<unknown> => {
    const [row] = await stack.database.query(
      `MATCH (i:Idea {userId: $userId}) RETURN count(i) AS ideas,
         sum(COUNT { (i)-[:HAS_PASSAGE]->(:PassageA) }) AS a, sum(COUNT { (i)-[:HAS_PASSAGE]->(:PassageB) }) AS b`,
      { userId: user.user_id },
    )
    return row
  }

  it('builds another index while the old one answers, then switches; every search is answered by one of them', async () => {
    await stack.service.close()
    const api = await restart('other-32')
    const replies: Reply[] = []
    const search = async (): Promise<void> => {
      const title = lines[replies.length % IDEAS]?.title ?? ''
      replies.push(await api.get(`/ideas/search?mode=semantic&limit=3&q=${encodeURIComponent(title)}`))
    }
    await until(async () => (await indexes(stack.database)).includes('building'))
    await search()
    expect((await indexes(stack.database))[0]).to.equal('active')
    const edited = (await api.get('/ideas?limit=1')).body[0].id
    // Neo4j plans all statements anew after a change of its indexes, which may take longer than a request waits.
    const edit = async () => api.patch(`/ideas/${edited}`, { title: 'Rewritten meanwhile' })
    await until(async () => (await edit()).status === 200)
    await until(async () => {
      await search()
      return (await indexes(stack.database)).at(-1) === 'active'
    })
    for (let times = 0; times < 20; times += 1) await search()

    for (const [number, { status, body }] of replies.entries()) {
      expect([status, body.search_type]).to.deep.equal([200, 'semantic'])
      // The very text of an idea: nothing but vectors of one model are so near to each other.
      expect(body.results[0].score, `search ${number}`).to.be.greaterThan(0.999)
    }
    const there = (await api.get('/ideas/search?mode=semantic&q=Rewritten%20meanwhile')).body.results[0]
    expect(there).to.include({ id: edited, title: 'Rewritten meanwhile' })
    expect(asked(stack.embeddings, lines[0]?.title ?? ''), 'by the old model').to.be.at.least(1)
    expect(asked(next, lines[(replies.length - 1) % IDEAS]?.title ?? ''), 'by the new model').to.be.at.least(
      1,
    )
    await until(async () => (await indexes(stack.database)).length === 1)
    expect(await passages()).to.deep.equal({ ideas: IDEAS, a: 0, b: IDEAS })

    const env = { ...environmentOf(stack), EMBEDDINGS_URL: next.url, EMBEDDINGS_MODEL: 'other-32' }
    const { code, stdout } = await cli(['admin', 'reindex', '--json'], { env })
    expect([code, JSON.parse(stdout)]).to.deep.equal([
      0,
      { model: 'other-32', dimensions: 32, complete: true },
    ])
    await until(async () => (await indexes(stack.database)).length === 1)
    expect(await passages()).to.deep.equal({ ideas: IDEAS, a: IDEAS, b: 0 })
  })
})
