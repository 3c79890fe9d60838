import { expect } from 'chai'
import { BAKING, untilTagged } from '../auto-tags/given.ts'
import { newIdea } from '../support/factories.ts'
import { startService, type TestService } from '../support/service.ts'
import { environmentOf, givenServers, PATIENCE, until, type Servers } from './stack.ts'

describe('Ideas that were written before there was any index', function () {
  this.timeout(60_000)
  let given: Servers
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  after(async () => service?.close())

  it('get what others got when they were written, once the first index is built', async () => {
    given.embeddings.behave({ status: 500 })
    service = await startService({
      env: { ...environmentOf(given), WORKER: 'inside' },
      patience: PATIENCE,
    })
    const { api } = await service.createUser()
    const { id } = await newIdea(api, { title: 'Grandmother', body: BAKING })
    await until(async () => !(await api.get(`/ideas/${id}`)).body.processing)
    given.embeddings.behave('success')
    const [tag] = await untilTagged(api, id)
    expect(tag?.auto).to.equal(true)
  })
})
