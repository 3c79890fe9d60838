import { expect } from 'chai'
import { startService, type TestService } from '../support/service.ts'

describe('the end of the service', () => {
  let service: TestService
  before(async () => {
    service = await startService()
    const { api } = await service.createUser()
    expect((await api.get('/user/me')).status).to.equal(200)
  })

  it('does not wait for connections that idle', async function () {
    // Clients give an idle connection up after four seconds themselves.
    this.timeout(3_000)
    await service.close()
  })
})
