import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { freshTitle } from '../../support/factories.ts'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { ERAS, trustingFetch, type Era } from '../assistants/connecting.ts'
import { allow, CHROMIUM, givenChromium, newPage, signIn } from './chromium.ts'
import { OAuthClient } from './oauth-client.ts'

type Kept = Awaited<ReturnType<OAuthClientProvider['tokens']>>

const newClient = (era: Era) => {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  return new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
}

/** The SDK tells responses by Node's own class. */
const ownFetch: typeof trustingFetch = async (url, init) => {
  const { body, status, headers } = await trustingFetch(url, init)
  return new Response(body, { status, headers: [...headers] })
}

/** What an assistant keeps, and where it sends its user. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:41998/callback'
  readonly clientMetadata = { client_name: 'An SDK', redirect_uris: [this.redirectUrl] }
  client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  kept: Kept
  verifier = ''
  asked: URL | undefined
  found: OAuthDiscoveryState | undefined

  clientInformation = () => this.client
  saveClientInformation = (client: typeof this.client) => void (this.client = client)
  tokens = () => this.kept
  saveTokens = (kept: Kept) => void (this.kept = kept)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
  saveDiscoveryState = (found: OAuthDiscoveryState) => void (this.found = found)
  discoveryState = () => this.found
  invalidateCredentials = () => void (this.kept = undefined)
}

describe(`An assistant by the SDK's own client and Chromium (${CHROMIUM})`, () => {
  let now = Date.now()
  let browser: Browser
  let database: TestDatabase
  let service: TestService
  let user: TestUser
  givenChromium((given) => (browser = given))
  givenDatabase((given) => (database = given))
  before(async () => {
    service = await startService({ clock: () => now })
    user = await service.createUser('pro', PASSWORD)
  })

  after(async () => service?.close())

  /** Lets the user sign in and consent, and returns where the browser is sent. */
  const consent = async (url: string): Promise<URL> => {
    const { page } = await newPage(browser)
    await signIn(page, url, user)
    const back = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:41998/'))
    await allow(page)
    return new URL((await back).url())
  }

  for (const era of ERAS) {
    it(`connects, refreshes and is cut off, in the ${era} generation`, async () => {
      const memory = new Memory()
      const transport = () =>
        new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
          fetch: ownFetch,
          authProvider: memory,
        })
      const first = transport()
      const refused = await newClient(era)
        .connect(first)
        .catch((error: unknown) => error)
      expect(refused).to.be.instanceOf(UnauthorizedError)
      expect(memory.asked?.searchParams.get('resource')).to.equal(`${service.url}/mcp`)
      expect(memory.asked?.searchParams.get('scope')).to.equal('ideas:read ideas:write')
      await first.finishAuth((await consent(String(memory.asked))).searchParams)

      const client = newClient(era)
      await client.connect(transport())
      const title = freshTitle()
      const captured = await client.callTool({ name: 'capture', arguments: { title } })
      expect(captured.isError, JSON.stringify(captured.content)).not.to.equal(true)
      const [row] = await database.query(
        'MATCH (i:Idea {userId: $id, title: $title}) RETURN count(i) AS count',
        {
          id: user.user_id,
          title,
        },
      )
      expect(row?.['count']).to.equal(1)
      const token = memory.kept?.access_token ?? ''
      expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(401)

      now += 61 * 60_000
      await client.callTool({ name: 'list', arguments: {} })
      expect(memory.kept?.access_token).not.to.equal(token)

      const own = new OAuthClient(service.url)
      own.id = memory.client?.client_id ?? ''
      expect(await own.revoke(memory.kept?.refresh_token ?? '')).to.equal(200)
      memory.asked = undefined
      const cut = await client.callTool({ name: 'list', arguments: {} }).catch((error: unknown) => error)
      expect(cut).to.be.instanceOf(Error)
      expect(memory.asked).to.be.instanceOf(URL)
      await client.close()
    })
  }

  it('with a token for the REST API is refused at /mcp', async () => {
    const client = await new OAuthClient(service.url).register()
    const { access_token: token } = await client.connect(user)
    const reply = await bearer(service.anonymous, token).post(`${service.url}/mcp`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
    })
    expect(reply.status).to.equal(401)
    expect(reply.headers.get('www-authenticate')).to.include('error="invalid_token"')
  })
})
