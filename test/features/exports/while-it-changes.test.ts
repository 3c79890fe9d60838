import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import { MultiGraph } from 'graphology'
import graphml from 'graphology-graphml'
import { writeBigGraph } from '../support/big-graph.ts'
import type { Client } from '../support/client.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newUser } from '../support/service.ts'
import { exportGraph, exportJson } from './files.ts'

const IDEAS = 1_200
const EXPORTS = 8

type Pick = () => number
type Change = (api: Client, idea: Pick, other: Pick) => Promise<unknown>

const CHANGES: readonly Change[] = [
  (api, idea) => api.delete(`/ideas/${idea()}`),
  (api, idea, other) => api.patch(`/ideas/${idea()}`, { parent_id: other() }),
  (api, idea) => api.patch(`/ideas/${idea()}`, { parent_id: null, title: `Changed ${Math.random()}` }),
  (api, idea) => api.patch(`/ideas/${idea()}`, { tags: [`fresh-${Math.random()}`, 'topic-1'] }),
  (api, idea) => api.patch(`/tags/topic-${idea() % 50}`, { name: `renamed-${Math.random()}` }),
  (api) => removeOne(api, '/tags', '/tags'),
  (api) => api.post('/ideas', { title: `New ${Math.random()}`, tags: ['topic-2'] }),
  (api, idea, other) => api.post('/map/relations', { source_idea_id: idea(), target_idea_id: other() }),
  (api, idea) => removeRelation(api, idea()),
  (api, idea) => api.post(`/ideas/${idea()}/links`, { url: 'https://example.org' }),
]

async function removeOne(api: Client, list: string, path: string): Promise<unknown> {
  const { body } = await api.get(list)
  const chosen = body[Math.floor(Math.random() * body.length)]
  return chosen === undefined ? undefined : api.delete(`${path}/${chosen.id}`)
}

async function removeRelation(api: Client, idea: number): Promise<unknown> {
  const { body } = await api.get(`/ideas/${idea}/relations`)
  const [relation] = body.outgoing ?? []
  return relation === undefined ? undefined : api.delete(`/map/relations/${relation.id}`)
}

describe('exports while ideas, tags, links and relations are changed and deleted', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('are whole: every reference leads to something in the file', async function () {
    this.timeout(180_000)
    const user = await newUser()
    const size = { ideas: IDEAS, relations: 3 * IDEAS }
    const { firstIdea } = await writeBigGraph(database.driver, user.user_id, size)
    const { api } = user
    const pick = (): number => firstIdea + Math.floor(Math.random() * IDEAS)
    const done = new AbortController()
    let changed = 0
    const change = async (at: number): Promise<void> => {
      for (let turn = at; !done.signal.aborted; turn += 1) {
        await CHANGES[turn % CHANGES.length]?.(api, pick, pick)
        changed += 1
      }
    }
    const changes = [0, 3, 6].map(change)
    try {
      for (let round = 0; round < EXPORTS; round += 1) {
        const { ideas } = await exportJson(api)
        expect(ideas.length).to.be.above(IDEAS / 2)
        await expectWholeTable(api)
        // Its parser refuses an edge to a node that is not there.
        expect(graphml.parse(MultiGraph as never, await exportGraph(api, 'graphml')).order).to.be.above(0)
      }
    } finally {
      done.abort()
      await Promise.all(changes)
    }
    expect(changed).to.be.above(100)
  })
})

async function expectWholeTable(api: Client): Promise<void> {
  const { body } = await api.post('/user/export/csv')
  const rows = parse(String(body), { columns: true }) as Record<string, string>[]
  const ids = new Set(rows.map(({ id }) => id))
  const lost = rows.filter(({ parent_id: parent }) => parent !== '' && !ids.has(parent ?? ''))
  expect(lost).to.deep.equal([])
}
