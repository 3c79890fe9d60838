import { mergeQueries } from '../../../src/features/merges/store.ts'
import { through } from '../../support/proxied-service.ts'
import { startService, type TestService } from '../../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { environmentOf, givenServers, type Servers } from './stack.ts'

describe('A new vector index, at which Neo4j forgets its plans', function () {
  this.timeout(60_000)
  let given: Servers
  let neo4j: TcpProxy
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  after(async () => {
    await service?.close()
    await neo4j?.close()
  })

  it('has the statements planned again that are planned before the first request', async () => {
    await given.servers.query('DROP INDEX passages_a IF EXISTS')
    const uri = given.servers.env['NEO4J_URI'] ?? ''
    neo4j = await startTcpProxy(uri)
    const created = neo4j.arm({ on: 'CREATE VECTOR INDEX', lose: 'answer' })
    const env = { ...environmentOf(given), NEO4J_URI: through(uri, neo4j), WORKER: 'inside' }
    service = await startService({ env })
    await created
    await neo4j.arm({ on: mergeQueries.archive.text, lose: 'answer' })
  })
})
