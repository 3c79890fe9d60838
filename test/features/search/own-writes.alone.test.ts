import { expect } from 'chai'
import { givenEmptyDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { find } from './find.ts'

const WITHIN_MS = 1_000
const IDEAS = [
  { title: 'Solar powered kettle', body: 'Boils water by sunlight.', q: 'heat tea with the sun' },
  { title: 'Automatic plant irrigation', body: 'A sensor opens the valve.', q: 'watering flowers' },
  { title: 'Rowing club', body: 'Boats and oars.', q: 'paddling on the river' },
  { title: 'Recipe box', body: 'Soup, bread and cakes.', q: 'what shall we cook' },
]

describe('GET /api/v1/ideas/search right after a write, with the local model', () => {
  let service: TestService
  givenEmptyDatabase(() => undefined)
  before(async function () {
    this.timeout(240_000)
    const folder = process.env['TEST_MODEL_DIR'] ?? ''
    if (folder === '') return this.skip()
    service = await startService({ env: { WORKER: 'inside', EMBEDDINGS_DIR: folder } })
    const { indexing } = service.application
    await until('an index answers', async () => (await indexing.queryVectors()) !== undefined, 120_000)
    // Statements are planned and the model is loaded before anything is measured.
    const { api } = await service.createUser()
    await newIdea(api, { title: 'A first idea' })
    await find(api, 'anything', { mode: 'semantic' })
    await until('it is done', async () => (await indexing.jobs.counts()).pending === 0, 120_000)
    await find(api, 'anything', { mode: 'semantic' })
  })
  after(async () => service?.close())

  it('finds by its meaning, within a second, what its user has just created and changed', async () => {
    const { api } = await service.createUser()
    for (const { q, ...fields } of IDEAS) {
      const { id } = await newIdea(api, { title: 'Something else' })
      expect((await api.patch(`/ideas/${id}`, fields)).status).to.equal(200)
      const written = performance.now()
      const { results } = await find(api, q, { mode: 'semantic' })
      expect(performance.now() - written, q).to.be.lessThan(WITHIN_MS)
      expect(results.find((found) => found.id === id)?.snippet, q).to.equal(fields.body)
    }
  })
})
