import { expect } from 'chai'
import { create, tagged, TOMATOES, untilTagged } from '../auto-tags/given.ts'
import { startService, type TestService } from '../../support/service.ts'
import { environmentOf, givenServers, indexes, RETRY_POLICY, until, type Servers } from './stack.ts'

describe('A service on a new database', () => {
  let given: Servers
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  after(async () => service?.close())

  it('has its first vector index as soon as it serves, because the plans of the start would be forgotten otherwise', async () => {
    service = await startService({ env: { ...environmentOf(given), WORKER: 'inside' } })
    expect(await indexes(given.database)).to.have.length(1)
  })
})

describe('Ideas that were written before there was any index', () => {
  let given: Servers
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  after(async () => service?.close())

  it('get what others got when they were written, once the first index is built', async () => {
    given.embeddings.behave({ status: 500 })
    service = await startService({
      env: { ...environmentOf(given), WORKER: 'inside' },
      retryPolicy: RETRY_POLICY,
    })
    const { api } = await service.createUser()
    await tagged(api, TOMATOES, ['garden'])
    const id = await create(api, { title: 'Grandmother', body: TOMATOES })
    await until(async () => !(await api.get(`/ideas/${id}`)).body.processing)
    given.embeddings.behave('success')
    expect(await untilTagged(api, id)).to.deep.equal([{ name: 'garden', auto: true }])
  })
})
