import { expect } from 'chai'
import { vectorIndexQueries } from '../../../src/features/indexing/store.ts'
import { driverArguments } from '../../../src/platform/graph/query.ts'
import { ideas as cli } from '../../cli/run-cli.ts'
import { importLines } from '../imports/import-client.ts'
import { Client } from '../../support/client.ts'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { startService, type TestService } from '../../support/service.ts'
import { environmentOf, givenStack, indexes, RETRY_POLICY, until, untilDone, type Stack } from './stack.ts'

const IDEAS = 30
const lines = Array.from({ length: IDEAS }, (_, number) => ({ title: `Topic${number} in the garden` }))

describe('An index whose model refuses ideas', () => {
  let stack: Stack
  let next: FakeEmbeddings
  let service: TestService | undefined
  givenStack((given) => (stack = given))
  // The next model has fewer dimensions.
  before(async () => stack.database.query(...driverArguments(vectorIndexQueries.dropB, {})))
  before(async () => {
    next = await startFakeEmbeddings({ dimensions: 32 })
  })
  after(async () => {
    await service?.close()
    await next?.close()
  })

  const environment = () => ({
    ...environmentOf(stack),
    EMBEDDINGS_URL: next.url,
    EMBEDDINGS_MODEL: 'strict-32',
  })
  const admin = async (...args: string[]) => cli(['admin', ...args], { env: environment() })
  /** How many passages each slot has, once there is one index. */
  const passages = async (): Promise<unknown> => {
    await until(async () => (await indexes(stack.database)).length === 1)
    const [row] = await stack.database.query(
      'RETURN [COUNT { (:Idea)-[:HAS_PASSAGE]->(:PassageA) }, COUNT { (:Idea)-[:HAS_PASSAGE]->(:PassageB) }] AS counts',
    )
    return row?.['counts']
  }
  const expectRefusal = async (): Promise<void> => {
    const { code, stderr } = await admin('reindex', '--json')
    expect([code, stderr]).to.deep.equal([
      1,
      `ideas: ${IDEAS - 1} of the ideas could not be indexed, so the former index stays: "ideas admin jobs" says why; use --retry there, or --incomplete here\n`,
    ])
    expect(await indexes(stack.database)).to.have.members(['active', 'building'])
  }

  it('does not replace the former one until they are done, or the operator says so', async () => {
    const user = await stack.service.createUser()
    expect((await importLines(user.api, lines)).status).to.equal(200)
    await untilDone(stack)
    // Given up for the former model, which is no reason against the next one.
    stack.embeddings.behave({ status: 400, word: 'Weeds' })
    const [{ id }] = (await user.api.get('/ideas?limit=1')).body
    expect((await user.api.patch(`/ideas/${id}`, { title: 'Weeds in the garden' })).status).to.equal(200)
    await until(async () => JSON.parse((await admin('jobs', '--json')).stdout).failed === 1)
    await stack.service.close()

    next.behave({ status: 400, word: 'Topic' })
    const surroundings = { env: { ...environment(), WORKER: 'inside' }, retryPolicy: RETRY_POLICY }
    service = await startService(surroundings)
    await until(async () => (await indexes(stack.database)).includes('building'))
    await expectRefusal()
    const api = new Client(service.url, user.api.headers)
    const { body } = await api.get('/ideas/search?mode=semantic&q=Topic1%20in%20the%20garden')
    expect([body.search_type, body.results[0].score > 0.999]).to.deep.equal(['semantic', true])

    next.behave('success')
    expect((await admin('jobs', '--retry')).code).to.equal(0)
    expect((await admin('reindex')).code).to.equal(0)
    expect(await passages()).to.deep.equal([0, IDEAS])

    next.behave({ status: 400, word: 'Topic' })
    expect((await admin('reindex', '--no-wait')).code).to.equal(0)
    await expectRefusal()
    expect((await admin('reindex', '--incomplete')).code).to.equal(0)
    expect(await passages()).to.deep.equal([1, 0])
  })
})
