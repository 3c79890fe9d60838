import { expect } from 'chai'
import { Redis } from 'ioredis'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { everythingIn } from '../../support/redis-contents.ts'
import { logLines } from '../../support/log-lines.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { Browser, locationOf, OAuthClient, pkce } from './oauth-client.ts'

describe('OAuth: what is kept', function () {
  this.timeout(60_000)
  const { log, text } = logLines()
  let database: TestDatabase
  let redis: Redis
  let service: TestService
  let user: TestUser
  givenDatabase((given) => (database = given))
  before(async () => {
    redis = new Redis(testServers().redisUrl)
    service = await startService({ log, env: { LOG_LEVEL: 'trace' } })
    user = await service.createUser('pro', PASSWORD)
  })
  after(async () => {
    redis?.disconnect()
    await service?.close()
  })

  const everywhere = async () => ({
    graph: JSON.stringify(
      await database.query('MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties'),
    ),
    relations: JSON.stringify(await database.query('MATCH ()-[r]->() RETURN properties(r) AS properties')),
    redis: await everythingIn(redis),
    log: text(),
  })
  const expectNowhere = async (issued: Readonly<Record<string, string>>) => {
    for (const [place, content] of Object.entries(await everywhere())) {
      for (const [name, value] of Object.entries(issued)) {
        expect(value.length, name).to.be.above(20)
        expect(content.includes(value), `${name} is in ${place}`).to.equal(false)
      }
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
    // They are looked up by their hashes, which are there: this is no test of nothing.
    expect((await everywhere()).graph).to.include('"OAuthToken"')
  })

  it('are the keys of the server, encrypted', async () => {
    const [row] = await database.query(
      'MATCH (k:OAuthKeys) RETURN count(*) AS count, max(k.sealed) AS sealed',
    )
    expect(row?.['count']).to.equal(1)
    expect(row?.['sealed']).to.match(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})
