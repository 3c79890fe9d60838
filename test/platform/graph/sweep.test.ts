import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { IMPORT_LIMITS } from '../../../src/features/imports/schema.ts'
import { createImportStore } from '../../../src/features/imports/store.ts'
import { createSessionStore } from '../../../src/features/sessions/store.ts'
import { newUser, sharedService, testServers } from '../../support/service.ts'

const MANY = 20_001
const HOUR_MS = 60 * 60_000

describe('sweeping', () => {
  const userId = `swept-${process.pid}`
  let driver: Driver
  before(async () => {
    await sharedService()
    const { neo4jUri: uri, user, password } = testServers()
    driver = createDriver({ uri, user, password, database: 'neo4j' })
  })
  after(async () => {
    await driver.executeQuery('MATCH (r:Receipt|Session {userId: $userId}) DELETE r', { userId })
    await driver.close()
  })

  it('removes all old receipts at once, however many a busy hour has left, and no young one', async () => {
    const now = Date.now()
    await driver.executeQuery(
      `UNWIND range(0, ${MANY}) AS n
       CREATE (:Receipt {requestId: $userId + n, userId: $userId, createdAt: CASE n WHEN 0 THEN $now ELSE $old END})`,
      { userId, now, old: now - HOUR_MS },
    )
    await createGraph(driver, 'neo4j', Date.now).sweep()
    const { records } = await driver.executeQuery(
      'MATCH (r:Receipt {userId: $userId}) RETURN r.createdAt AS createdAt',
      { userId },
    )
    expect(records.map((record) => record.get('createdAt') as number)).to.deep.equal([now])
  })

  it('removes all session tokens that are over at once, and no other', async () => {
    const now = Date.now()
    await driver.executeQuery(
      `UNWIND range(0, ${MANY}) AS n
       CREATE (:Session {id: $userId + n, hash: $userId + n, userId: $userId,
         expiresAt: CASE n WHEN 0 THEN $now + 1000000 ELSE $now - 1 END})`,
      { userId, now },
    )
    await createSessionStore(createGraph(driver, 'neo4j', Date.now)).sweep(now)
    const { records } = await driver.executeQuery(
      'MATCH (s:Session {userId: $userId}) RETURN s.expiresAt AS expiresAt',
      { userId },
    )
    expect(records.map((record) => record.get('expiresAt') as number)).to.deep.equal([now + 1_000_000])
  })

  it('forgets imports that began 90 days ago, which a repeat then brings anew, and no younger one', async () => {
    const { api, user_id: id } = await newUser()
    const now = Date.now()
    const repeated = async (days: number): Promise<boolean> =>
      (await api.post(`/user/import?import_id=${days}`, { ideas: [{ title: `${days} days old` }] })).body
        .repeated
    for (const days of [89, 91]) {
      expect(await repeated(days)).to.equal(false)
      await driver.executeQuery(
        'MATCH (m:Import {userId: $id}) WHERE m.startedAt > $now - 1000 SET m.startedAt = $now - $days * 86400000',
        { id, now, days },
      )
    }
    await createImportStore(createGraph(driver, 'neo4j', Date.now)).sweep(now - IMPORT_LIMITS.keptMs)
    expect(await repeated(89)).to.equal(true)
    expect(await repeated(91)).to.equal(false)
  })
})
