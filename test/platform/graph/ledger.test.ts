import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ledgerQueries } from '../../../src/platform/graph/ledger.ts'
import { driverArguments } from '../../../src/platform/graph/query.ts'
import { ideaQueries } from '../../../src/features/ideas/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { ideaToCreate } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'

const WRITERS = 8
const WRITES = 15

describe('the ledger', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('lets many writers of one user through without a deadlock, though they change it twice', async () => {
    const { user_id: userId } = await newUser()
    const failures: unknown[] = []
    const write = async (id: number): Promise<void> => {
      const session = database.driver.session({ database: 'neo4j' })
      const now = Date.now()
      const lock = driverArguments(ledgerQueries.lock, {
        userId,
        requestId: randomUUID(),
        replyKey: null,
        now,
      })
      try {
        const tx = session.beginTransaction()
        await tx.run(...lock)
        await tx.run(...driverArguments(ideaQueries.create, ideaToCreate({ userId, id, now })))
        await tx.commit()
      } catch (error) {
        failures.push(error)
      } finally {
        await session.close()
      }
    }
    // Ids that no sequence reaches: these ideas are written past the service.
    const firstId = 2 ** 50 + Math.floor(Math.random() * 2 ** 40)
    const writer = async (_: unknown, index: number): Promise<void> => {
      for (let n = 0; n < WRITES; n += 1) await write(firstId + index * WRITES + n)
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
    expect(failures.map(String)).to.deep.equal([])
    const counted = await database.query('MATCH (l:Ledger {userId: $userId}) RETURN l.ideaCount AS ideas', {
      userId,
    })
    expect(counted).to.deep.equal([{ ideas: WRITERS * WRITES }])
  })
})
