import { expect } from 'chai'
import { createSurvivorsFeature, type SurvivorsFeature } from '../../../src/features/survivors/feature.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { givenDatabase } from '../../support/database.ts'
import { newIdeaIds, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { merge, unmerge } from '../merges/merging.ts'

describe('An idea that was missed', () => {
  let ideaNotFound: SurvivorsFeature['ideaNotFound']
  let user: TestUser
  let [a, b] = [0, 0]
  givenDatabase(({ driver }) => {
    ;({ ideaNotFound } = createSurvivorsFeature({ graph: createGraph(driver, 'neo4j', Date.now) }))
  })
  beforeEach(async () => {
    user = await newUser()
    ;[a = 0, b = 0] = await newIdeaIds(user.api, 2)
    await merge(user.api, a, b)
  })
  const missed = async (id: number): Promise<unknown[]> => {
    const { code, facts } = await ideaNotFound(user.user_id, id)
    return [code, facts]
  }

  it('is not found, with the idea that it was merged into', async () => {
    expect(await missed(b)).to.deep.equal(['idea_not_found', { merged_into: a }])
    await user.api.delete(`/ideas/${a}`)
    expect(await missed(b)).to.deep.equal(['idea_not_found', { merged_into: null }])
    expect(await missed(UNKNOWN_ID)).to.deep.equal(['idea_not_found', {}])
  })

  it('is to be asked for again when its merge was undone meanwhile', async () => {
    await unmerge(user.api, a, b)
    expect(await missed(b)).to.deep.equal(['service_unavailable', {}])
  })
})
