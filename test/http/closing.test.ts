import { expect } from 'chai'
import { startService } from '../support/service.ts'

describe('the end of the service', () => {
  it('does not wait for connections that idle', async function () {
    this.timeout(4_500)
    const service = await startService()
    const { api } = await service.createUser()
    expect((await api.get('/user/me')).status).to.equal(200)
    await service.close()
  })
})
