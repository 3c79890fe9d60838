import { expect } from 'chai'
import { openDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import type { TestUser } from '../../support/service.ts'
import { exportJson } from './files.ts'
import { download, open } from './download.ts'

/** Each kind of file with a piece of the statement that brings its last part. */
const LAST_PARTS = {
  '/user/export': ':DuplicatePair',
  '/user/export/csv': 'survivorId: head',
  '/user/export/graph?format=graphml': '.score, type: type(r)',
}
const LONG_IDEAS = 3_000
const LONG_BODY = 'A long body. '.repeat(800)
/** A page has the bodies of about a dozen such ideas, so a whole file takes some 250 of them. */
const PAGES = 200

describe('an export that is broken off', () => {
  let proxied: ProxiedService
  let user: TestUser
  givenProxiedService((given) => (proxied = given))
  before(async () => {
    user = await proxied.service.createUser()
    await newIdea(user.api, { tags: ['one'] })
  })
  afterEach(async () => proxied.neo4j.resume())

  for (const [path, statement] of Object.entries(LAST_PARTS)) {
    it(`by the database breaks the connection: ${path}`, async () => {
      const broken = proxied.neo4j.arm({ on: statement, lose: 'request' }).then(() => proxied.neo4j.cut())
      const answer = await open(proxied.service.url, user.api_key, path)
      expect(answer.status).to.equal(200)
      const failure = await answer.text().then(
        () => undefined,
        (error: unknown) => error,
      )
      await broken
      expect(failure).to.be.instanceOf(TypeError)
      await proxied.neo4j.resume()
      expect(await download(proxied.service.url, user.api_key, path)).to.be.above(0)
    })
  }

  it('by one lost connection to the database goes on', async () => {
    const broken = proxied.neo4j.arm({ on: ':DuplicatePair', lose: 'request' })
    const { ideas } = await exportJson(user.api)
    await broken
    expect(ideas).to.have.lengthOf(1)
  })

  it('before it begins answers 503', async () => {
    await proxied.neo4j.cut()
    const replies = await Promise.all(Object.keys(LAST_PARTS).map(async (path) => user.api.post(path)))
    for (const { status, body, headers } of replies) {
      expect([status, body]).to.deep.equal([503, { error: 'The service is unavailable, try again soon' }])
      expect(headers.get('content-disposition')).to.equal(null)
    }
  })
})

describe('a client that takes a large export', () => {
  let proxied: ProxiedService
  let user: TestUser
  /** Statements of a whole export. */
  let whole: number
  givenProxiedService((given) => (proxied = given))
  before(async () => {
    user = await proxied.service.createUser()
    const database = openDatabase()
    await database.query(
      `UNWIND range(1, $count) AS n
       CREATE (:Idea {id: $first + n, userId: $userId, title: 'Long ' + n, titleKey: 'long ' + n, body: $body,
         contentHash: 'h', status: 'captured', source: 'api', archived: false, createdAt: n, updatedAt: n})`,
      { count: LONG_IDEAS, first: 7_000_000_000_000 + Date.now(), userId: user.user_id, body: LONG_BODY },
    )
    await database.close()
    proxied.neo4j.reset()
    await download(proxied.service.url, user.api_key, '/user/export')
    whole = statements()
    expect(whole).to.be.above(PAGES)
  })
  beforeEach(() => proxied.neo4j.reset())

  const statements = (): number => proxied.neo4j.messages().filter((name) => name === 'RUN').length
  /** Statements of the export in question, by the time that another one has come whole: it could have come as far. */
  const settled = async (): Promise<number> => {
    await download(proxied.service.url, user.api_key, '/user/export')
    return statements() - whole
  }

  it('slowly has the database read no faster', async () => {
    // The answer itself, not only its body: undici cancels the body of an answer that has been garbage collected.
    const answer = await open(proxied.service.url, user.api_key, '/user/export')
    expect(await settled()).to.be.within(1, PAGES)
    let bytes = 0
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length
    expect(bytes).to.be.above(LONG_IDEAS * LONG_BODY.length)
    expect(statements() - whole).to.be.above(PAGES)
  })

  it('and leaves ends the reading', async () => {
    const leaving = new AbortController()
    const { body } = await open(proxied.service.url, user.api_key, '/user/export', leaving.signal)
    for await (const _ of body ?? []) break
    leaving.abort()
    expect(await settled()).to.be.within(1, PAGES)
  })
})
