import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import type { TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { OAuthClient, pkce } from './oauth-client.ts'

describe('OAuth when an answer of the database is lost', () => {
  let proxied: ProxiedService
  let user: TestUser
  let client: OAuthClient
  let database: TestDatabase
  givenProxiedService((given) => (proxied = given))
  givenDatabase((given) => (database = given))
  before(async () => {
    user = await proxied.service.createUser('pro', PASSWORD)
    client = await new OAuthClient(proxied.service.url).register()
  })

  /** Lets nobody write what belongs to the user meanwhile. */
  const whileHeld = async (work: () => Promise<unknown>): Promise<void> => {
    const session = database.driver.session({ database: 'neo4j' })
    const transaction = session.beginTransaction()
    try {
      await transaction.run('MATCH (u:User {id: $id}) SET u:User', { id: user.user_id })
      await work()
    } finally {
      await transaction.rollback()
      await session.close()
    }
  }

  const statusWith = async (token: string): Promise<number> =>
    (await bearer(proxied.service.anonymous, token).get('/ideas')).status

  for (const on of ['SET t.usedBy', 'MERGE (t:OAuthToken'] as const) {
    for (const lose of ['answer', 'request'] as const) {
      it(`exchanges codes and refresh tokens once: the ${lose} of ${on}`, async () => {
        const { verifier, challenge } = pkce()
        const back = await client.authorize(user, { url: client.authorizeUrl(challenge) })
        const lostOfCode = proxied.neo4j.arm({ on, lose })
        const first = await client.exchange(back.searchParams.get('code') ?? '', verifier)
        await lostOfCode
        expect([first.status, await statusWith(first.body.access_token)]).to.deep.equal([200, 200])
        const lostOfRefresh = proxied.neo4j.arm({ on, lose })
        const second = await client.refresh(first.body.refresh_token)
        await lostOfRefresh
        expect([second.status, await statusWith(second.body.access_token)]).to.deep.equal([200, 200])
      })
    }
  }

  it('exchanges a code or refresh token again after it could not, and said so', async () => {
    const { verifier, challenge } = pkce()
    const back = await client.authorize(user, { url: client.authorizeUrl(challenge) })
    const code = back.searchParams.get('code') ?? ''
    await whileHeld(async () => expect((await client.exchange(code, verifier)).status).to.equal(503))
    const first = await client.exchange(code, verifier)
    expect(first.status).to.equal(200)
    await whileHeld(async () => expect((await client.refresh(first.body.refresh_token)).status).to.equal(503))
    const second = await client.refresh(first.body.refresh_token)
    expect([second.status, await statusWith(second.body.access_token)]).to.deep.equal([200, 200])
  })

  it('ends a grant', async () => {
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    expect(await statusWith(token)).to.equal(200)
    const lost = proxied.neo4j.arm({ on: 'SET g.expiresAt = 0', lose: 'answer' })
    expect(await client.revoke(refresh)).to.equal(200)
    await lost
    expect(await statusWith(token)).to.equal(401)
    expect((await client.refresh(refresh)).body.error).to.equal('invalid_grant')
  })

  it('does not end it, and says so, while the database is away', async () => {
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    await proxied.neo4j.cut()
    expect(await client.revoke(refresh)).to.equal(503)
    expect((await client.refresh(refresh)).status).to.equal(503)
    await proxied.neo4j.resume()
    while ((await client.revoke(refresh)) === 503);
    expect(await statusWith(token)).to.equal(401)
  })
})
