import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { driverArguments } from '../../../src/platform/graph/query.ts'
import { ledgerQueries } from '../../../src/platform/graph/ledger.ts'
import { indexingQueries } from '../../../src/features/indexing/store.ts'
import { mergeQueries } from '../../../src/features/merges/store.ts'
import { oauthQueries } from '../../../src/features/oauth/store.ts'
import { providerKeyQueries } from '../../../src/features/provider-keys/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

type Statement = ReturnType<typeof driverArguments>

describe('A statement that replaces or deletes what it judged before', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  const owned = randomUUID()
  const now = Date.now()
  afterEach(async () => {
    await database.query('MATCH (n) WHERE n.test = $owned OR n.userId = $owned DETACH DELETE n', { owned })
  })

  const left = async (label: string) =>
    (await database.query(`MATCH (n:${label} {test: $owned}) RETURN properties(n) AS of`, { owned })).map(
      ({ of }) => of,
    )

  /** Runs the second while the first has changed the node and not committed yet. */
  const race = async (first: Statement, second: Statement): Promise<void> => {
    const session = database.driver.session({ database: 'neo4j' })
    const tx = session.beginTransaction()
    await tx.run(...first)
    const waiting = database.query(...second)
    await until('the second waits for a lock', async () => {
      const running = await database.query('SHOW TRANSACTIONS YIELD currentQuery, status RETURN *')
      return running.some(
        ({ currentQuery, status }) => currentQuery === second[0] && String(status).startsWith('Blocked'),
      )
    })
    await tx.commit()
    await waiting
    await session.close()
  }

  it('leaves the provider key that a user saves while the master key is rotated', async () => {
    const key = { userId: owned, provider: 'provider_a' } as const
    await database.query('CREATE (:User {id: $owned, test: $owned})', { owned })
    await database.query(
      `CREATE (:ProviderKey {test: $owned, userId: $owned, provider: 'provider_a', sealed: 'old', masterKeyId: '1', savedAt: 1})`,
      { owned },
    )
    await race(
      driverArguments(providerKeyQueries.put, { ...key, sealed: 'new', masterKeyId: '2', now: 2 }),
      driverArguments(providerKeyQueries.reseal, {
        keys: [{ ...key, before: 'old', sealed: 'old again', masterKeyId: '2' }],
      }),
    )
    expect(await left('ProviderKey')).to.containSubset([{ sealed: 'new', masterKeyId: '2' }])
  })

  it('leaves the reply to an Idempotency-Key that is used again while its first reply is swept', async () => {
    const key = randomUUID()
    await database.query('CREATE (:Reply {test: $owned, key: $key, userId: $owned, createdAt: 1})', {
      owned,
      key,
    })
    await race(
      driverArguments(ledgerQueries.keepReply, { key, userId: owned, fingerprint: 'f', result: '1', now }),
      driverArguments(ledgerQueries.sweepReplies, { before: 1_000 }),
    )
    expect(await left('Reply')).to.containSubset([{ key, createdAt: now }])
  })

  it('leaves the client that is granted something while unused ones are swept', async () => {
    const [clientId, id] = [randomUUID(), randomUUID()]
    await database.query('CREATE (:OAuthClient {test: $owned, id: $clientId, createdAt: 1})', {
      owned,
      clientId,
    })
    const text = { clientName: 'A client', clientUri: null, audience: 'mcp' as const, scopes: [] }
    await database.query('CREATE (:User {id: $owned, test: $owned})', { owned })
    await race(
      driverArguments(oauthQueries.createGrant, {
        ...text,
        id,
        userId: owned,
        clientId,
        now,
        expiresAt: now + 60_000,
        most: 9,
      }),
      driverArguments(oauthQueries.sweepClients, { before: 1_000 }),
    )
    expect(await left('OAuthClient')).to.containSubset([{ id: clientId, lastUsedAt: now }])
  })

  it('leaves the grant that a new token prolongs while ended ones are swept', async () => {
    const grantId = randomUUID()
    const at = { owned, grantId }
    await database.query('CREATE (:User {id: $owned, test: $owned})', at)
    await database.query(
      'CREATE (:OAuthGrant {test: $owned, id: $grantId, userId: $owned, expiresAt: toInteger(500)})',
      at,
    )
    await race(
      driverArguments(oauthQueries.putToken, {
        userId: owned,
        grantId,
        hash: randomUUID(),
        kind: 'RefreshToken',
        scopes: [],
        payload: '{}',
        expiresAt: now + 60_000,
        now: 400,
        most: 9,
        mostRefresh: 9,
      }),
      driverArguments(oauthQueries.sweepGrants, { before: 1_000 }),
    )
    expect(await left('OAuthGrant')).to.containSubset([{ id: grantId, expiresAt: now + 60_000 }])
  })

  it('leaves the index that another process switches to while it is to be retired', async () => {
    const index = { id: randomUUID(), slot: 'b' } as const
    await database.query(
      `CREATE (:EmbeddingIndex {test: $owned, id: $index.id, slot: $index.slot, state: 'building'})`,
      { owned, index },
    )
    await race(driverArguments(indexingQueries.switch, index), driverArguments(indexingQueries.retire, index))
    expect(await left('EmbeddingIndex')).to.containSubset([{ id: index.id, state: 'active' }])
  })

  it('retries a given-up job once, also if another process does meanwhile', async () => {
    const [ideaIds, times] = [[8e15], { firstWaitMs: null, most: 0, now, limit: 10 }]
    await database.query(
      `CREATE (:Outbox {test: $owned, ideaId: toInteger($ideaIds[0]), retry: 0, failedAt: 1, stage: 'indexing', priority: 3})`,
      { owned, ideaIds },
    )
    const retry = driverArguments(indexingQueries.retry, { ideaIds, ...times })
    await race(retry, retry)
    expect(await left('Outbox')).to.containSubset([{ retry: 1 }])
  })

  it('has no idea embedded that a merge archives meanwhile', async () => {
    // Behind the ideas of all others, at which a page of one idea begins.
    const [survivorId, absorbedId] = [8e15, 8e15 + 1]
    const index = { id: randomUUID(), slot: 'b', state: 'building' } as const
    await database.query(
      `CREATE (:Ledger {test: $owned, userId: $owned, revision: 1, ideaCount: 2})
       CREATE (:EmbeddingIndex {test: $owned, id: $index.id, slot: $index.slot, state: 'building', cursor: toInteger($survivorId), reached: 0, fed: 0})
       FOREACH (id IN [$survivorId, $absorbedId] |
         CREATE (:Idea {test: $owned, id: toInteger(id), userId: $owned, archived: false, updatedAt: 1}))`,
      { owned, index, survivorId, absorbedId },
    )
    await race(
      driverArguments(mergeQueries.archive, {
        userId: owned,
        survivorId,
        absorbedId,
        revision: 2,
        undo: '{}',
      }),
      driverArguments(indexingQueries.feed, { ...index, label: 'PassageB', limit: 1, now }),
    )
    expect(await database.query('MATCH (o:Outbox {userId: $owned}) RETURN o', { owned })).to.deep.equal([])
  })
})
