import { expect } from 'chai'
import { createAutoTagStore } from '../../../src/features/auto-tags/store.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { create } from './given.ts'

const WAITING = `
SHOW TRANSACTIONS YIELD status, currentQuery
WHERE status STARTS WITH 'Blocked' AND currentQuery CONTAINS 'awaitsTags'
RETURN status`

describe('That no automatic tags fit', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  const awaits = async (id: number): Promise<unknown> =>
    (await database.query('MATCH (i:Idea {id: $id}) RETURN i.awaitsTags AS awaits', { id }))[0]?.['awaits']

  it('is kept for the text that it is about, not for one that is being written', async () => {
    const { api, user_id: userId } = await newUser()
    const id = await create(api, { title: 'Early' })
    const { settle } = createAutoTagStore(createGraph(database.driver, 'neo4j', Date.now))
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const tx = session.beginTransaction()
      await tx.run("MATCH (i:Idea {id: $id}) SET i.title = 'Late'", { id })
      const settling = settle({ id, userId, title: 'Early', body: '' })
      await until('it waits for the writer', async () => (await database.query(WAITING)).length > 0)
      await tx.commit()
      expect(await settling).to.deep.equal([])
    } finally {
      await session.close()
    }
    expect(await awaits(id)).to.equal(true)
    await settle({ id, userId, title: 'Late', body: '' })
    expect(await awaits(id)).to.equal(null)
  })
})
