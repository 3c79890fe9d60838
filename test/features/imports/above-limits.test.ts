import { expect } from 'chai'
import { IMPORT_LIMITS } from '../../../src/features/imports/schema.ts'
import { LINKS_PER_IDEA } from '../../../src/features/links/schema.ts'
import { RelationType, RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { TAGS_PER_ACCOUNT } from '../../../src/features/tags/schema.ts'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { exportJson } from '../exports/files.ts'
import { importFile } from './import-client.ts'

const TYPES = RelationType.options
const IDEAS = Math.ceil((RELATIONS_PER_IDEA + 100) / TYPES.length) + 1

/** An export of an account that stands above every limit, as an older version allowed it. */
function fileAbove() {
  const ideas = Array.from({ length: IDEAS }, (_, at) => ({ id: at + 1, title: `Idea ${at}` }))
  return {
    ideas,
    tags: Array.from({ length: TAGS_PER_ACCOUNT + 1 }, (_, at) => ({ name: `tag ${at}` })),
    links: linksOf(LINKS_PER_IDEA + 1),
    relations: TYPES.flatMap((relation_type) =>
      ideas.slice(1).map(({ id }) => ({ source_idea_id: 1, target_idea_id: id, relation_type })),
    ),
  }
}

function linksOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({ idea_id: 1, url: `https://example.org/${at}` }))
}

describe('An account that stands above a limit', () => {
  let api: Client
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  const file = fileAbove()
  const counts = {
    ideas: IDEAS,
    tags: file.tags.length,
    links: file.links.length,
    relations: file.relations.length,
    rejected_count: 0,
  }
  before(async () => {
    api = (await newUser()).api
    const { status, body } = await importFile(api, file)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include(counts)
  })

  it('goes on where its import was interrupted', async () => {
    const user = await newUser()
    await importFile(user.api, file)
    await database.query('MATCH (m:Import {userId: $id}) REMOVE m.report', { id: user.user_id })
    const { status, body } = await importFile(user.api, file)
    expect([status, body.repeated]).to.deep.equal([200, false])
    expect((await user.api.get('/ideas?limit=1')).headers.get('x-total-count')).to.equal(String(IDEAS))
  })

  it('can be exported and imported into a fresh account, but not into one with tags', async () => {
    const exported = await exportJson(api)
    const fresh = (await newUser()).api
    expect((await importFile(fresh, exported)).body).to.include(counts)
    const used = (await newUser()).api
    await used.post('/tags', { name: 'used' })
    const reply = await importFile(used, exported)
    expect([reply.status, reply.body.error]).to.deep.equal([409, 'An account may have at most 10,000 tags'])
  })

  it('stays readable and deletable; only adding is refused', async () => {
    const [first] = (await api.get('/ideas?limit=1&sort=created_at')).body
    const idea = await api.get(`/ideas/${first.id}`)
    expect(idea.body.links).to.have.lengthOf(counts.links)
    expect(idea.body.relations).to.have.lengthOf(counts.relations)
    const link = await api.post(`/ideas/${idea.body.id}/links`, { url: 'https://example.org/more' })
    expect(link.status).to.equal(409)
    expect((await api.post('/tags', { name: 'one more' })).status).to.equal(409)
    expect((await api.delete(`/map/relations/${idea.body.relations[0].id}`)).status).to.equal(204)
    expect((await api.delete(`/ideas/${idea.body.id}/links/${idea.body.links[0].id}`)).status).to.equal(204)
  })

  it('has limits of its own, which are those of an export file', async () => {
    const { exportedLinks: most } = IMPORT_LIMITS
    const { api: other } = await newUser()
    const reply = await importFile(other, { ideas: [{ id: 1, title: 'A' }], links: linksOf(most + 1) })
    expect(reply.body.details).to.deep.equal([
      { path: `links.${most}.idea_id`, message: `an idea may have at most ${most} links` },
    ])
  })
})
