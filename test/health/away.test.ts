import { expect } from 'chai'
import { startService, testServers, type TestService } from '../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

describe('GET /api/v1/health without Neo4j', () => {
  let proxy: TcpProxy
  let service: TestService
  before(async () => {
    proxy = await startTcpProxy(testServers().neo4jUri)
    service = await startService({ env: { NEO4J_URI: `bolt://127.0.0.1:${proxy.port}` } })
  })
  after(async () => {
    await service.close()
    await proxy.close()
  })

  it('answers 503 in the same shape, and 200 again when Neo4j is back', async () => {
    expect((await service.anonymous.get('/health')).status).to.equal(200)
    await proxy.cut()
    const away = await service.anonymous.get('/health')
    expect(away.status).to.equal(503)
    expect(away.body).to.deep.equal({ status: 'unavailable', timestamp: away.body.timestamp })
    expect(away.body.timestamp).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(away.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    await proxy.resume()
    expect((await service.anonymous.get('/health')).body.status).to.equal('ok')
  })
})
