import { expect } from 'chai'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { canRunCluster, startRedisCluster, type RedisCluster } from '../../support/redis-cluster.ts'
import { startService, type TestService } from '../../support/service.ts'
import { environmentOf, untilDone } from './stack.ts'

describe('Background work on a Redis Cluster', () => {
  let cluster: RedisCluster
  let embeddings: FakeEmbeddings
  let database: TestDatabase
  let service: TestService
  givenEmptyDatabase((given) => (database = given))
  before(async function () {
    if (!canRunCluster()) return this.skip()
    cluster = await startRedisCluster()
    embeddings = await startFakeEmbeddings()
    const env = { ...environmentOf({ embeddings }), REDIS_URL: cluster.url, REDIS_CLUSTER: 'true' }
    service = await startService({ env: { ...env, WORKER: 'inside' } })
  })
  after(async () => {
    await service?.close()
    await embeddings?.close()
    await cluster?.stop()
  })

  it('is done, with all keys of the queue on one node', async () => {
    const { api } = await service.createUser()
    for (let times = 0; times < 5; times += 1) await newIdea(api)
    await untilDone({ database })
    expect(
      (await api.get('/ideas')).body.every((idea: { processing: boolean }) => !idea.processing),
    ).to.equal(true)
    const keys = await Promise.all(cluster.nodes.map(async (node) => node.keys('{ideas}:*')))
    expect(keys.filter(({ length }) => length > 0)).to.have.lengthOf(1)
  })
})
