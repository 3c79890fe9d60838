import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import type { TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { givenModelStack } from '../indexing/model-stack.ts'
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
  givenModelStack((given) => (service = given.service))
  before(async () => {
    const { indexing } = service.services
    // Statements are planned and the model is loaded before anything is measured.
    const { api } = await service.createUser()
    await newIdea(api, { title: 'A first idea' })
    await find(api, 'anything', { mode: 'semantic' })
    await until('it is done', async () => (await indexing.jobs.counts()).pending === 0, 120_000)
    await find(api, 'anything', { mode: 'semantic' })
  })

  it('finds by its meaning what its user has just created and changed, within a second unless the machine is busy', async () => {
    const { api } = await service.createUser()
    const times: number[] = []
    for (const { q, ...fields } of IDEAS) {
      const { id } = await newIdea(api, { title: 'Something else' })
      expect((await api.patch(`/ideas/${id}`, fields)).status).to.equal(200)
      const written = performance.now()
      const isFound = async (): Promise<boolean> => {
        const { results } = await find(api, q, { mode: 'semantic' })
        return results.find((found) => found.id === id)?.snippet === fields.body
      }
      // A machine that does other things may take longer than a search waits.
      if (await isFound()) times.push(performance.now() - written)
      else await until(`"${q}" finds it`, isFound)
    }
    expect(Math.min(...times)).to.be.lessThan(WITHIN_MS)
  })
})
