import { expect } from 'chai'
import { ideas as ideasCommand } from '../../cli/run-cli.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdeaIds, newRelation, relate } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { exportGraph, exportJson } from '../exports/files.ts'
import { importFile } from '../imports/import-client.ts'
import { merge, unmerge } from '../merges/merging.ts'

const TYPES = ['blocks', 'parent', 'supersedes'] as const

/** What `ideas admin check` finds, and what of it belongs to a user. */
async function check({ user_id: userId }: TestUser) {
  const { code, stdout, stderr } = await ideasCommand(['admin', 'check', '--json'])
  const all: { user_id: string }[] = JSON.parse(stdout)
  return { own: all.filter((cycle) => cycle.user_id === userId), all, code, stderr }
}

describe('Cycles that an older version let in', () => {
  let user: TestUser
  let database: TestDatabase
  let a: number, b: number, c: number, other: number
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
    ;[a = 0, b = 0, c = 0, other = 0] = await newIdeaIds(user.api, 4)
    for (const type of TYPES) {
      await newRelation(user.api, a, type, b)
      await newRelation(user.api, b, type, c)
      await database.query(
        `MATCH (c:Idea {id: $c}), (a:Idea {id: $a}) MATCH (s:Sequence {name: 'relation'})
         SET s.next = s.next + 1 CREATE (c)-[:$($type) {id: s.next - 1, createdAt: $now}]->(a)`,
        { a, c, type: type.toUpperCase(), now: Date.now() },
      )
    }
  })
  afterEach(async () => {
    for (const id of [a, b, c]) await user.api.delete(`/ideas/${id}`)
  })

  it('end every walk all the same: ideas, map, exports, relations, merges', async () => {
    const { api } = user
    for (const path of [`/ideas/${a}`, '/ideas', '/map', `/ideas/${b}/relations`]) {
      expect((await api.get(path)).status, path).to.equal(200)
    }
    const file = await exportJson(api)
    expect(file.relations).to.have.lengthOf(9)
    expect((await api.post('/user/export/csv')).status).to.equal(200)
    for (const format of ['graphml', 'gexf', 'mermaid', 'cypher']) await exportGraph(api, format)
    expect((await relate(api, other, 'blocks', a)).status).to.equal(201)
    expect((await relate(api, b, 'blocks', other)).status).to.equal(409)
    expect((await merge(api, a, other)).status).to.be.oneOf([200, 409])
    expect((await unmerge(api, a, other)).status).to.be.oneOf([200, 409])
    expect((await merge(api, other, a)).status).to.be.oneOf([200, 409])
  })

  it('are reported by the insights, whose longest chain does not follow them', async () => {
    const { cycles, longest_blocking_chain: chain } = (await user.api.get('/map/insights')).body
    const found = cycles.items.map((ideas: { id: number }[]) =>
      ideas.map(({ id }) => id).toSorted((x, y) => x - y),
    )
    expect([cycles.total, found]).to.deep.equal([1, [[a, b, c]]])
    expect(chain.total).to.equal(3)
  })

  it('are refused in a file with their last relation, and the rest of it can be imported', async () => {
    const fresh = await newUser()
    const file = await exportJson(user.api)
    const strict = await importFile(fresh.api, file)
    expect(strict.status).to.equal(400)
    expect(JSON.stringify(strict.body.details)).to.contain('would create a cycle')
    const { body } = await importFile(fresh.api, file, '?mode=continue')
    expect(body).to.include({ ideas: 4, relations: 7, rejected_count: 2 })
  })

  it('are found by ideas admin check, until one of their relations is deleted', async () => {
    const { own, all, code, stderr } = await check(user)
    const common = { user_id: user.user_id, email: user.email }
    expect(own).to.deep.equal([
      { ...common, relation_type: 'blocks', cycle: [c, a, b, c] },
      { ...common, relation_type: 'parent', cycle: [c, a, b, c] },
    ])
    expect([code, stderr]).to.deep.equal([1, `ideas: ${all.length} cycles: delete a relation of each\n`])
    const { stdout } = await ideasCommand(['admin', 'check'])
    const lines = stdout.split('\n').filter((line) => line.includes(user.email))
    expect(lines).to.have.lengthOf(2)
    for (const line of lines) expect(line).to.contain(`${c} → ${a} → ${b} → ${c}`)
    const { relations } = await exportJson(user.api)
    for (const { id, source_idea_id: source, relation_type: type } of relations) {
      if (source === c && type !== 'supersedes') await user.api.delete(`/map/relations/${id}`)
    }
    const clean = await check(user)
    expect(clean.own).to.deep.equal([])
    // Other tests may have left cycles behind.
    expect(clean.code).to.equal(clean.all.length === 0 ? 0 : 1)
    if (clean.all.length === 0) expect(clean.stderr).to.match(/^no cycles in \d+ accounts?\n$/)
  })
})
