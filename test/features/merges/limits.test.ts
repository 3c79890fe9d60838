import { expect } from 'chai'
import { LINKS_PER_IDEA } from '../../../src/features/links/schema.ts'
import { RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/platform/problems.ts'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdeaIds, newRelation } from '../../support/factories.ts'
import { fillLinks, fillRelations, removeFilled } from '../../support/filling.ts'
import { newUser } from '../../support/service.ts'
import { done, everything, merge, unmerge } from './merging.ts'

describe('a merge that would pass a limit', () => {
  let database: TestDatabase
  let api: Client
  let userId: string
  let survivor: number
  let absorbed: number
  let spoke: number
  let other: number
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    ;({ api, user_id: userId } = await newUser())
    ;[survivor = 0, absorbed = 0, spoke = 0, other = 0] = await newIdeaIds(api, 4)
  })
  afterEach(async () => removeFilled(database, userId))
  const expectRefused = async (code: ProblemCode): Promise<void> => {
    const before = await everything(api)
    for (const query of ['', '?preview=true', '?force=true']) {
      const { status, body } = await merge(api, survivor, absorbed, query)
      expect([status, body]).to.deep.equal([409, { error: PROBLEMS[code].text }])
    }
    expect(await everything(api)).to.deep.equal(before)
  }

  it('is 409 that names it and changes nothing: links', async () => {
    await fillLinks(database, survivor, LINKS_PER_IDEA - 1)
    await fillLinks(database, absorbed, 2)
    await expectRefused('merged_links_too_many')
    const [link] = (await api.get(`/ideas/${absorbed}/links`)).body
    await api.delete(`/ideas/${absorbed}/links/${link.id}`)
    expect((await done(merge(api, survivor, absorbed))).links).to.have.length(LINKS_PER_IDEA)
  })

  it('is 409 that names it and changes nothing: relations', async () => {
    await fillRelations(database, [survivor, spoke], RELATIONS_PER_IDEA / 2)
    await fillRelations(database, [other, absorbed], RELATIONS_PER_IDEA / 2 + 1)
    await expectRefused('merged_relations_too_many')
  })

  it('is none when the survivor stands above it and gets no more', async () => {
    await fillLinks(database, survivor, LINKS_PER_IDEA + 1)
    expect((await done(merge(api, survivor, absorbed))).links).to.have.length(LINKS_PER_IDEA + 1)
  })

  it('can be undone though an idea at the other end has as many as it may have by then', async () => {
    await newRelation(api, survivor, 'related', spoke)
    await newRelation(api, absorbed, 'related', spoke)
    await fillRelations(database, [spoke, other], RELATIONS_PER_IDEA - 2)
    await done(merge(api, survivor, absorbed))
    await newRelation(api, other, 'blocks', spoke)
    const { not_restored: lost } = await done(unmerge(api, survivor, absorbed))
    expect(lost).to.deep.equal([])
    const { outgoing, incoming } = (await api.get(`/ideas/${spoke}/relations`)).body
    expect(outgoing.length + incoming.length).to.equal(RELATIONS_PER_IDEA + 1)
  })
})
