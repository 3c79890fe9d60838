import { expect } from 'chai'
import { TIMESTAMP } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { until } from '../../support/until.ts'

describe('GET /api/v1/health without Neo4j', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  it('answers 503 in the same shape, and 200 again when Neo4j is back', async () => {
    const { anonymous } = proxied.service
    const isReady = async (): Promise<boolean> => (await anonymous.get('/health')).status === 200
    expect(await isReady()).to.equal(true)
    await proxied.neo4j.cut()
    await until('it is seen that Neo4j is away', async () => !(await isReady()))
    const away = await anonymous.get('/health')
    expect(away.status).to.equal(503)
    expect(away.body).to.deep.equal({ status: 'unavailable', timestamp: away.body.timestamp })
    expect(away.body.timestamp).to.match(TIMESTAMP)
    expect(away.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
    await proxied.neo4j.resume()
    await until('it is seen that Neo4j is back', isReady)
    expect((await anonymous.get('/health')).body.status).to.equal('ok')
  })
})
