import { expect } from 'chai'
import { sharedService } from '../../support/service.ts'

describe('GET /api/v1/health', () => {
  it('answers ok without credentials while Neo4j answers', async () => {
    const { anonymous } = await sharedService()
    const reply = await anonymous.get('/health')
    expect(reply.status).to.equal(200)
    expect(reply.body.status).to.equal('ok')
    expect(Date.parse(reply.body.timestamp)).to.be.closeTo(Date.now(), 60_000)
  })
})
