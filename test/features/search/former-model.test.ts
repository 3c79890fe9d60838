import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { startService, type TestService } from '../../support/service.ts'

describe('A search while the active index is of a local model that is no longer set up', () => {
  let database: TestDatabase
  let service: TestService | undefined
  after(async () => {
    await database.query("MATCH (x:EmbeddingIndex {id: 'former'}) DELETE x")
    await service?.close()
  })
  givenDatabase((given) => (database = given))
  before(async () => {
    service = await startService()
    await database.query(
      "MERGE (x:EmbeddingIndex {slot: 'a'}) SET x += {id: 'former', state: 'active', model: 'former', url: null, dimensions: 8}",
    )
  })

  it('is by words, and 503 where only the meaning is asked for', async () => {
    const { api } = (await service?.createUser()) ?? {}
    if (api === undefined) throw new Error('no service')
    const { id } = await newIdea(api, { title: 'Gondola' })
    for (const mode of ['', '&mode=hybrid']) {
      const { status, body } = await api.get(`/ideas/search?q=gondola${mode}`)
      expect([status, body.search_type, body.results?.map((one: { id: number }) => one.id)]).to.deep.equal([
        200,
        'keyword',
        [id],
      ])
    }
    expect((await api.get('/ideas/search?q=gondola&mode=semantic')).status).to.equal(503)
  })
})
