import { expect } from 'chai'
import { Redis } from 'ioredis'
import { hashSecret } from '../../../src/platform/auth/secret.ts'
import { everythingIn } from '../../support/redis-contents.ts'
import { logLines } from '../../support/log-lines.ts'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { Browser, locationOf, OAuthClient, pkce } from './oauth-client.ts'

/** The part of a query that finds the properties of `owner` which contain one of `$values`, also in lists. */
const CONTAINING = `
  UNWIND keys(owner) AS key
  WITH owner, key
  WHERE key <> 'embedding'
  WITH owner, key, CASE WHEN owner[key] IS :: LIST<ANY> THEN owner[key] ELSE [owner[key]] END AS held
  WHERE any(one IN held WHERE any(value IN $values WHERE toStringOrNull(one) CONTAINS value))`

describe('OAuth: what is kept', () => {
  const { log, text } = logLines()
  let database: TestDatabase
  let redis: Redis
  let service: TestService
  let user: TestUser
  // All of the databases is looked through, again and again.
  givenEmptyDatabase((given) => (database = given))
  before(async () => {
    redis = new Redis(testServers().redisUrl)
    service = await startService({ log, env: { LOG_LEVEL: 'trace' } })
    user = await service.createUser('pro', PASSWORD)
  })
  after(async () => {
    redis?.disconnect()
    await service?.close()
  })

  /** The properties in the graph that contain one of the values. */
  const inGraph = async (values: readonly string[]) => [
    ...(await database.query(`MATCH (owner) ${CONTAINING} RETURN labels(owner) AS owner, key`, { values })),
    ...(await database.query(`MATCH ()-[owner]->() ${CONTAINING} RETURN type(owner) AS owner, key`, {
      values,
    })),
  ]
  const expectNowhere = async (issued: Readonly<Record<string, string>>) => {
    const values = Object.values(issued)
    for (const value of values) expect(value.length).to.be.above(20)
    expect(await inGraph(values)).to.deep.equal([])
    for (const [place, content] of Object.entries({ redis: await everythingIn(redis), log: text() })) {
      for (const [name, value] of Object.entries(issued))
        expect(content.includes(value), `${name} is in ${place}`).to.equal(false)
    }
  }

  it('is no code, token, refresh token or name of an interaction, at any moment', async () => {
    const client = await new OAuthClient(service.url).register()
    const { verifier, challenge } = pkce()
    const browser = new Browser()
    const { page } = await client.toConsent(browser, user, client.authorizeUrl(challenge))
    const issued: Record<string, string> = { interaction: page.split('/').at(-1) ?? '' }
    await expectNowhere(issued)
    const fields = { account: user.user_id, scope: ['ideas:read'], decision: 'allow' }
    const resume = await locationOf(await browser.post(`${page}/consent`, fields))
    await expectNowhere(issued)
    const back = new URL(await locationOf(await browser.get(resume)))
    issued['code'] = back.searchParams.get('code') ?? ''
    for (const { name, value } of browser.cookies) issued[name] = value
    await expectNowhere(issued)
    const first = await client.exchange(issued['code'], verifier)
    issued['access token'] = first.body.access_token
    issued['refresh token'] = first.body.refresh_token
    await bearer(service.anonymous, first.body.access_token).get('/ideas')
    await expectNowhere(issued)
    const second = await client.refresh(first.body.refresh_token)
    issued['second access token'] = second.body.access_token
    issued['second refresh token'] = second.body.refresh_token
    await bearer(service.anonymous, second.body.access_token).get('/ideas')
    await expectNowhere(issued)
    await client.revoke(second.body.refresh_token)
    await expectNowhere(issued)
    // Their hashes are there: this is no test of nothing.
    const hashes = [second.body.access_token, second.body.refresh_token].map(hashSecret)
    expect(await inGraph(hashes)).to.have.lengthOf(2)
    expect((await inGraph([client.id])).map(({ key }) => key)).to.include.members([
      'id',
      'metadata',
      'payload',
    ])
  })

  it('are the keys of the server, encrypted', async () => {
    const [row] = await database.query(
      'MATCH (k:OAuthKeys) RETURN count(*) AS count, max(k.sealed) AS sealed',
    )
    expect(row?.['count']).to.equal(1)
    expect(row?.['sealed']).to.match(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})
