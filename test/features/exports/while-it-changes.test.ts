import { expect } from 'chai'
import { MultiGraph } from 'graphology'
import graphml from 'graphology-graphml'
import { writeBigGraph } from '../../support/big-graph.ts'
import type { Client, Reply } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { readCsv } from './csv-reader.ts'
import { exportGraph, exportJson } from './files.ts'

const IDEAS = 1_200
/** As many exports as it takes for so many changes, and no fewer than this. */
const EXPORTS = 8
const CHANGED = 100
/** What a change may meet with: what it is about may be gone, or already so. */
const REFUSALS: ReadonlySet<number> = new Set([404, 409])

type Change = (api: Client, idea: number, other: number) => Promise<Reply | undefined>

const CHANGES: readonly Change[] = [
  (api, idea) => api.delete(`/ideas/${idea}`),
  (api, idea, other) => api.patch(`/ideas/${idea}`, { parent_id: other }),
  (api, idea) => api.patch(`/ideas/${idea}`, { parent_id: null, title: `Changed ${Math.random()}` }),
  (api, idea) => api.patch(`/ideas/${idea}`, { tags: [`fresh-${Math.random()}`, 'topic-1'] }),
  (api, idea) => api.patch(`/tags/topic-${idea % 50}`, { name: `renamed-${Math.random()}` }),
  (api) => removeTag(api),
  (api) => api.post('/ideas', { title: `New ${Math.random()}`, tags: ['topic-2'] }),
  (api, idea, other) => api.post('/map/relations', { source_idea_id: idea, target_idea_id: other }),
  (api, idea) => removeRelation(api, idea),
  (api, idea) => api.post(`/ideas/${idea}/links`, { url: 'https://example.org' }),
]

async function removeTag(api: Client): Promise<Reply | undefined> {
  const { body } = await api.get('/tags')
  const chosen = body[Math.floor(Math.random() * body.length)]
  return chosen === undefined ? undefined : api.delete(`/tags/${chosen.id}`)
}

async function removeRelation(api: Client, idea: number): Promise<Reply | undefined> {
  const { body } = await api.get(`/ideas/${idea}/relations`)
  const [relation] = body.outgoing ?? []
  return relation === undefined ? undefined : api.delete(`/map/relations/${relation.id}`)
}

describe('exports while ideas, tags, links and relations are changed and deleted', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('are whole: every reference leads to something in the file', async () => {
    const user = await newUser()
    const size = { ideas: IDEAS, relations: 3 * IDEAS }
    const { firstIdea } = await writeBigGraph(database.driver, user.user_id, size)
    const { api } = user
    /** Two ideas, which differ, because an idea is not related to itself. */
    const pick = (): [number, number] => {
      const one = Math.floor(Math.random() * IDEAS)
      const other = (one + 1 + Math.floor(Math.random() * (IDEAS - 1))) % IDEAS
      return [firstIdea + one, firstIdea + other]
    }
    const done = new AbortController()
    const statuses = CHANGES.map(() => [] as number[])
    const changed = (): number => statuses.flat().length
    const change = async (at: number): Promise<void> => {
      for (let turn = at; !done.signal.aborted; turn += 1) {
        const kind = turn % CHANGES.length
        const reply = await CHANGES[kind]?.(api, ...pick())
        if (reply === undefined) continue
        statuses[kind]?.push(reply.status)
      }
    }
    const changes = [0, 3, 6].map(change)
    try {
      for (let round = 0; round < EXPORTS || changed() < CHANGED; round += 1) {
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
    for (const [kind, seen] of statuses.entries()) {
      const what = `${CHANGES[kind]}: ${seen}`
      expect(seen.some(isSuccess), what).to.equal(true)
      expect(
        seen.filter((status) => !isSuccess(status) && !REFUSALS.has(status)),
        what,
      ).to.deep.equal([])
    }
  })
})

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

async function expectWholeTable(api: Client): Promise<void> {
  const { body } = await api.post('/user/export/csv')
  const rows = readCsv(String(body))
  const ids = new Set(rows.map(({ id }) => id))
  const lost = rows.filter(({ parent_id: parent }) => parent !== '' && !ids.has(parent ?? ''))
  expect(lost).to.deep.equal([])
}
