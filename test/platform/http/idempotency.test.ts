import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client, type Reply } from '../../support/client.ts'
import { freshTitle, newIdea, UNKNOWN_ID } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'
import { prepareFor, WRITES } from '../graph/lost-answers-cases.ts'

const DAY_MS = 86_400_000

/** The same caller with an `Idempotency-Key` on everything. */
function keyed(api: Client, key: string): Client {
  return api.with({ 'Idempotency-Key': key })
}

/** What a repeat must have in common with the first answer. */
function gist({ status, body, headers }: Reply): unknown {
  return { status, body, location: headers.get('location'), etag: headers.get('etag') }
}

describe('The Idempotency-Key', () => {
  let now = Date.now()
  let one: TestService
  let two: TestService
  let user: TestUser
  givenService((given) => (one = given), { clock: () => now })
  givenService((given) => (two = given), { clock: () => now })
  beforeEach(async () => {
    user = await one.createUser()
  })
  const titles = async (): Promise<string[]> =>
    (await user.api.get('/ideas?limit=100')).body.map(({ title }: { title: string }) => title)

  for (const write of WRITES.filter(({ name: each }) => !each.startsWith('deleting'))) {
    const { name, call, status } = write
    it(`lets a repeat change nothing and answer the same: ${name}`, async () => {
      const ground = await prepareFor(write, user.api)
      const first = await call(keyed(user.api, 'again'), ground)
      expect(first.status).to.equal(status)
      const etag = (await user.api.get('/map')).headers.get('etag')
      const again = await call(keyed(new Client(two.url, user.api.headers), 'again'), ground)
      expect(gist(again)).to.deep.equal(gist(first))
      expect((await user.api.get('/map')).headers.get('etag')).to.equal(etag)
    })
  }

  it('replays what was true then, whatever has happened since', async () => {
    const title = freshTitle()
    const first = await keyed(user.api, 'k').post('/ideas', { title })
    await user.api.delete(`/ideas/${first.body.id}`)
    const again = await keyed(user.api, 'k').post('/ideas', { title })
    expect(gist(again)).to.deep.equal(gist(first))
    expect(await titles()).to.deep.equal([])
  })

  it('makes one of many parallel requests at two replicas, and answers all of them alike', async () => {
    const body = { title: freshTitle(), tags: ['parallel'] }
    const clients = [user.api, new Client(two.url, user.api.headers)]
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        keyed(clients[index % 2] ?? user.api, 'parallel').post('/ideas', body),
      ),
    )
    const [first] = replies
    for (const reply of replies) expect(gist(reply)).to.deep.equal(first && gist(first))
    expect(first?.status).to.equal(201)
    expect(await titles()).to.deep.equal([body.title])
  })

  it('answers 422 for another body or query under the same key, and changes nothing', async () => {
    await keyed(user.api, 'k').post('/ideas', { title: 'One' })
    for (const [path, body] of [
      ['/ideas', { title: 'Two' }],
      ['/ideas?force=true', { title: 'One' }],
    ] as const) {
      const reply = await keyed(user.api, 'k').post(path, body)
      expect([reply.status, reply.body]).to.deep.equal([
        422,
        { error: 'The Idempotency-Key was used for another request' },
      ])
    }
    expect(await titles()).to.deep.equal(['One'])
  })

  it('counts per user, method and path', async () => {
    const other = await one.createUser()
    const [a, b] = [await newIdea(user.api), await newIdea(user.api)]
    const key = randomUUID()
    const replies = [
      await keyed(user.api, key).patch(`/ideas/${a.id}`, { body: 'x' }),
      await keyed(user.api, key).patch(`/ideas/${b.id}`, { body: 'y' }),
      await keyed(user.api, key).post('/ideas', { title: freshTitle() }),
      await keyed(user.api, key).post('/tags', { name: 'x' }),
      await keyed(other.api, key).post('/tags', { name: 'y' }),
      await keyed(user.api, key).delete(`/ideas/${a.id}`),
    ]
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 201, 201, 201, 200])
  })

  it('is one for all credentials of a user', async () => {
    const title = freshTitle()
    const first = await keyed(user.api, 'k').post('/ideas', { title })
    const again = await keyed(user.session, 'k').post('/ideas', { title })
    expect(gist(again)).to.deep.equal(gist(first))
  })

  it('keeps no refusal: the same request may succeed later', async () => {
    const create = async (): Promise<Reply> => keyed(user.api, 'k').post('/tags', { name: 'taken' })
    const { id } = (await user.api.post('/tags', { name: 'Taken' })).body
    expect((await create()).status).to.equal(409)
    await user.api.delete(`/tags/${id}`)
    expect((await create()).status).to.equal(201)
    const unknown = { source_idea_id: UNKNOWN_ID, target_idea_id: (await newIdea(user.api)).id }
    expect((await keyed(user.api, 'k').post('/map/relations', unknown)).status).to.equal(404)
    expect((await keyed(user.api, 'k').post('/map/relations', unknown)).status).to.equal(404)
  })

  it('keeps no refusal of an idea that is not there', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (const change of [{ status: 'shipped' }, { title: 'T' }, { title: 'T', body: 'B' }]) {
        const { status } = await keyed(user.api, 'k').patch(`/ideas/${UNKNOWN_ID}`, change)
        expect(status).to.equal(404)
      }
    }
  })

  it('may have 1 to 255 characters', async () => {
    for (const length of [0, 256]) {
      const reply = await keyed(user.api, 'k'.repeat(length)).post('/ideas', { title: 'Never' })
      expect([reply.status, reply.body.details]).to.deep.equal([
        400,
        [{ path: 'Idempotency-Key', message: 'must have 1 to 255 characters' }],
      ])
    }
    for (const length of [1, 255]) {
      const reply = await keyed(user.api, 'k'.repeat(length)).post('/ideas', { title: freshTitle() })
      expect(reply.status).to.equal(201)
    }
    expect(await titles()).to.have.length(2)
  })

  const daily = async (): Promise<Reply> => keyed(user.api, 'k').post('/ideas?force=true', { title: 'Daily' })

  const newKey = async (): Promise<Reply> => keyed(user.session, 'k').post('/user/api-keys', { label: 'New' })

  it('is forgotten after 24 hours, and not before', async () => {
    const started = now
    try {
      const first = await daily()
      now = started + DAY_MS - 1
      const day = await daily()
      expect(day.body.id).to.equal(first.body.id)
      now = started + DAY_MS
      const next = await daily()
      expect(next.status).to.equal(201)
      expect(next.body.id).not.to.equal(first.body.id)
      expect((await daily()).body.id).to.equal(next.body.id)
    } finally {
      now = started
    }
  })

  it('replays an empty PATCH, too', async () => {
    const { id } = await newIdea(user.api)
    const first = await keyed(user.api, 'k').patch(`/ideas/${id}`, {})
    await user.api.patch(`/ideas/${id}`, { title: 'Changed since' })
    expect(gist(await keyed(user.api, 'k').patch(`/ideas/${id}`, {}))).to.deep.equal(gist(first))
    expect((await user.api.get(`/ideas/${id}`)).body.title).to.equal('Changed since')
  })

  describe('in the database', () => {
    let database: TestDatabase
    givenDatabase((given) => (database = given))
    const results = async (): Promise<unknown[]> =>
      database.query('MATCH (r:Reply {userId: $userId}) RETURN r.result AS result', {
        userId: user.user_id,
      })

    it('never stores a secret: a request for a new API key is not remembered', async () => {
      const [first, second] = [await newKey(), await newKey()]
      expect([first.status, second.status]).to.deep.equal([201, 201])
      expect(second.body.key).not.to.equal(first.body.key)
      expect(await results()).to.deep.equal([])
    })

    it('goes with the account', async () => {
      await keyed(user.api, 'k').post('/ideas', { title: 'Kept' })
      expect(await results()).to.have.length(1)
      await one.application.accounts.remove(user.email)
      expect(await results()).to.deep.equal([])
    })

    it('is swept when it is a day old', async () => {
      await keyed(user.api, 'k').post('/ideas', { title: 'Kept' })
      await one.application.sweep()
      expect(await results()).to.have.length(1)
      now += DAY_MS + 1
      try {
        await one.application.sweep()
        expect(await results()).to.deep.equal([])
      } finally {
        now -= DAY_MS + 1
      }
    })
  })
})
