import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { breakEvery, givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { prepare, prepareFor, WRITES, type Ground } from './lost-answers-cases.ts'

describe('a write whose connection breaks', () => {
  let proxied: ProxiedService
  let database: TestDatabase
  givenProxiedService((given) => (proxied = given))
  givenDatabase((given) => (database = given))

  for (const write of WRITES) {
    const { name, call, status, check, statement: on = 'COMMIT' } = write
    const commit = on === 'COMMIT' ? on : 'statement'
    for (const lose of ['answer', 'request'] as const) {
      const when = lose === 'answer' ? `the answer to its ${commit} is lost` : `its ${commit} never arrives`
      it(`happens exactly once and answers with its own result: ${name}, when ${when}`, async () => {
        const user = await proxied.service.createUser()
        const ground = await prepareFor(write, user.api)
        const revision = await database.revision(user.user_id)
        const broken = proxied.neo4j.arm({ on, lose })
        const reply = await call(user.api, ground)
        await broken
        expect(reply.status, JSON.stringify(reply.body)).to.equal(status)
        expect(await database.revision(user.user_id)).to.equal(revision + 1)
        await check(user.api, ground, reply)
      })
    }
  }

  for (const write of WRITES.filter(({ name: each }) => !each.startsWith('deleting'))) {
    const { name, call, status } = write
    it(`is remembered under its Idempotency-Key although the answer to its COMMIT is lost: ${name}`, async () => {
      const user = await proxied.service.createUser()
      const ground = await prepareFor(write, user.api)
      const revision = await database.revision(user.user_id)
      const keyed = user.api.with({ 'Idempotency-Key': 'k' })
      const broken = proxied.neo4j.arm({ on: 'COMMIT', lose: 'answer' })
      const reply = await call(keyed, ground)
      await broken
      expect(reply.status, JSON.stringify(reply.body)).to.equal(status)
      const again = await call(keyed, ground)
      expect([again.status, again.body]).to.deep.equal([reply.status, reply.body])
      expect(await database.revision(user.user_id)).to.equal(revision + 1)
    })
  }

  it('is refused all the same when it breaks at the check, and nothing is committed', async () => {
    const user = await proxied.service.createUser()
    const { b } = await prepare(user.api)
    const revision = await database.revision(user.user_id)
    const broken = proxied.neo4j.arm({ on: 'e.contentHash = $params.uniqueHash', lose: 'answer' })
    const reply = await user.api.post('/ideas', { title: 'b' })
    await broken
    expect(reply.status).to.equal(409)
    expect(reply.body.duplicate_of_id).to.equal(b)
    expect(await database.revision(user.user_id)).to.equal(revision)
  })

  for (const [what, on, path, bodyOn] of [
    ['a statement', 'CREATE (i:Idea', '/ideas', () => ({ title: 'Never' })],
    [
      'a transaction',
      'COMMIT',
      '/tags/bulk',
      ({ a }: Ground) => ({ action: 'add', tag: 'never', idea_ids: [a] }),
    ],
  ] as const) {
    it(`answers 503 when the connection breaks for every try, and happens at most once: ${what}`, async () => {
      const user = await proxied.service.createUser()
      const ground = await prepare(user.api)
      const breaking = new AbortController()
      const broken = breakEvery(on, proxied, breaking.signal)
      const reply = await user.api.post(path, bodyOn(ground))
      breaking.abort()
      expect(reply.status).to.equal(503)
      expect(reply.headers.get('retry-after')).to.match(/^\d+$/)
      await broken
      const titles = (await user.api.get('/ideas')).body.map((idea: { title: string }) => idea.title)
      expect(titles).not.to.include('Never')
      expect((await user.api.get('/tags')).body).to.have.length(1)
    })
  }

  it('is not committed after it was answered 503 because the lock was held too long', async () => {
    const user = await proxied.service.createUser()
    const held = database.driver.session({ database: 'neo4j' })
    const tx = held.beginTransaction()
    await tx.run('MATCH (l:Ledger {userId: $userId}) SET l:Ledger', { userId: user.user_id })
    const reply = await user.api.post('/ideas', { title: 'Too late' })
    await tx.rollback()
    await held.close()
    expect(reply.status).to.equal(503)
    expect((await user.api.post('/ideas', { title: 'In time' })).status).to.equal(201)
    expect((await user.api.get('/ideas')).body).to.have.length(1)
  })
})
