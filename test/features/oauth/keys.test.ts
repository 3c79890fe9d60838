import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { ideas, newHomeAt, removeHomes } from '../../cli/run-cli.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { sharedService, startService, type TestService } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { OAuthClient } from './oauth-client.ts'

/** The public keys of a service with these master keys. */
const publicKeys = async (env: Readonly<Record<string, string>>) => {
  const service: TestService = await startService({ env })
  try {
    const { status, body } = await service.anonymous.get(`${service.url}/oauth/jwks`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  } finally {
    await service.close()
  }
}

describe('The keys of the authorization server', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  beforeEach(async () => database.query('MATCH (k:OAuthKeys|ProviderKey) DELETE k'))

  it('stay the same over a restart, and over a rotation of the master key', async () => {
    const [old, fresh] = [newMasterKey(), newMasterKey()]
    const first = await publicKeys({ BYOK_MASTER_KEY: old })
    expect(await publicKeys({ BYOK_MASTER_KEY: old })).to.deep.equal(first)
    const both = { BYOK_MASTER_KEY: fresh, BYOK_MASTER_KEY_PREVIOUS: old }
    const { code, stdout, stderr } = await ideas(['admin', 'rotate-master-key', '--json'], { env: both })
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(JSON.parse(stdout)).to.deep.equal({ encrypted: 1, left: 0, lost: 0 })
    expect(await publicKeys({ BYOK_MASTER_KEY: fresh })).to.deep.equal(first)
  })

  it('are replaced if the master key is lost', async () => {
    const first = await publicKeys({ BYOK_MASTER_KEY: newMasterKey() })
    const env = { BYOK_MASTER_KEY: newMasterKey() }
    const second = await publicKeys(env)
    expect(second).not.to.deep.equal(first)
    expect(await publicKeys(env)).to.deep.equal(second)
  })
})

describe('ideas mcp-tokens', () => {
  after(removeHomes)

  it('lists what was granted by OAuth, and revokes it', async () => {
    const service = await sharedService()
    const user = await service.createUser('pro', PASSWORD)
    const client = await new OAuthClient(service.url).register({ client_name: 'My assistant' })
    const { access_token: token } = await client.connect(user)
    const { env } = await newHomeAt(service.url, user.api_key)
    const listed = await ideas(['mcp-tokens'], { env })
    expect(listed.code, listed.stderr).to.equal(0)
    expect(listed.stdout).to.match(/My assistant +oauth_.{4}….{4} +ideas:read ideas:write/)
    const [{ id }] = (await user.session.get('/user/mcp-tokens')).body
    const removal = ['mcp-tokens', 'rm', id, '--yes', '--password-stdin']
    const removed = await ideas(removal, { env, input: `${PASSWORD}\n` })
    expect(removed.code, removed.stderr).to.equal(0)
    expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(401)
    expect((await user.session.get('/user/mcp-tokens')).body).to.deep.equal([])
  })
})
