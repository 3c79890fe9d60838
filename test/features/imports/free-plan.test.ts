import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { givenService, type TestService } from '../../support/service.ts'
import { importLines } from './import-client.ts'

describe('POST /api/v1/user/import on the free plan', () => {
  let api: Client
  let service: TestService
  givenService((given) => (service = given), { env: { FREE_PLAN_IDEA_CAP: '3' } })
  beforeEach(async () => {
    api = (await service.createUser('free')).api
    await newIdea(api)
  })
  const titles = async (): Promise<unknown[]> =>
    (await api.get('/ideas?limit=100')).body.map(({ title }: { title: string }) => title)
  const three = [{ title: 'A' }, { title: 'B' }, { title: 'C' }]

  it('imports nothing that would pass the cap', async () => {
    expect((await importLines(api, three)).status).to.equal(403)
    expect(await titles()).to.have.length(1)
    const archived = { title: 'Old', archived: true }
    expect((await importLines(api, [...three.slice(1), archived])).status).to.equal(200)
    expect(await titles()).to.have.length(3)
  })

  it('imports up to the cap with mode=continue, and says what had no room', async () => {
    const reply = await importLines(api, three, '?mode=continue')
    expect(reply.body).to.deep.include({
      ideas: 2,
      rejected: [{ record: 'lines.3', path: '', message: 'The idea limit of the free plan is reached' }],
    })
    expect(await titles()).to.have.length(3)
  })
})
