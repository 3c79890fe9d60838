import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import type { TestService, TestUser } from '../../support/service.ts'
import { givenModelStack } from '../indexing/model-stack.ts'
import { find, type FoundIdea } from './find.ts'

describe('GET /api/v1/ideas/search with the local model', () => {
  let service: TestService
  let user: TestUser
  givenModelStack((given) => (service = given.service))
  beforeEach(async () => {
    user = await service.createUser()
  })

  const add = async (fields: Readonly<Record<string, unknown>>, { api } = user): Promise<number> =>
    (await newIdea(api, fields)).id
  const embedded = async (): Promise<void> => {
    while ((await service.application.indexing.jobs.counts()).pending > 0) await pause()
  }
  const first = async (q: string, mode: string): Promise<FoundIdea | undefined> =>
    (await find(user.api, q, { mode })).results[0]

  it('finds the right idea by a query that shares no word with it', async () => {
    const right = await add({ title: 'Automatic plant irrigation', body: 'A sensor opens the valve.' })
    await add({ title: 'Train timetable', body: 'When does it leave?' })
    await add({ title: 'Recipe box', body: 'Soup, bread and cakes.' })
    await embedded()
    const q = 'watering flowers without anybody at home'
    expect((await find(user.api, q)).search_type).to.equal('semantic')
    for (const mode of ['semantic', 'hybrid']) expect((await first(q, mode))?.id, mode).to.equal(right)
    expect((await find(user.api, q, { mode: 'keyword' })).results).to.deep.equal([])
  })

  it('finds what stands at the end of 50,000 characters, and shows it', async () => {
    const filler =
      'The committee met on Tuesday and talked about chairs, tables and lamps for the new office.\n\n'
    const answer = [
      '# Penguins',
      'Penguins huddle together in order to survive the Antarctic winter.',
      'Their feathers overlap, and a layer of fat below keeps them from freezing in the polar night.',
      'The males balance the egg on their feet and turn their backs to the storm until the sun returns.',
    ].join('\n\n')
    const body = `${filler.repeat(600).slice(0, 50_000 - answer.length - 2)}\n\n${answer}`
    const right = await add({ title: 'Minutes', body })
    await add({ title: 'Seagulls', body: 'They steal chips at the beach.' })
    await embedded()
    expect((await first('how do birds cope with extreme cold', 'semantic'))?.id).to.equal(right)
    const found = await first('how do penguins cope with extreme cold', 'semantic')
    expect([found?.id, found?.snippet.includes('Penguins huddle')]).to.deep.equal([right, true])
    expect((await first('penguins', 'keyword'))?.snippet).to.contain('Penguins huddle together')
  })

  it('finds a change, and not what was there before; nothing of what was deleted', async () => {
    const id = await add({ title: 'Chess club', body: 'Openings and endgames.' })
    await user.api.patch(`/ideas/${id}`, { title: 'Rowing club', body: 'Boats and oars.' })
    await embedded()
    const found = await first('paddling on the river', 'semantic')
    expect([found?.id, found?.snippet]).to.deep.equal([id, 'Boats and oars.'])
    await user.api.delete(`/ideas/${id}`)
    expect((await find(user.api, 'paddling on the river', { mode: 'semantic' })).results).to.deep.equal([])
  })

  it('shows nobody the ideas of others, even with equal texts', async () => {
    const other = await service.createUser()
    const fields = { title: 'Secret garden', body: 'Behind the ivy there is a door.' }
    const [mine, theirs] = [await add(fields), await add(fields, other)]
    await embedded()
    for (const mode of ['keyword', 'semantic', 'hybrid']) {
      const ids = async ({ api }: TestUser): Promise<number[]> =>
        (await find(api, 'garden with a door', { mode })).results.map(({ id }) => id)
      expect([await ids(user), await ids(other)], mode).to.deep.equal([[mine], [theirs]])
    }
  })
})

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
