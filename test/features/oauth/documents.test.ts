import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { generate } from 'selfsigned'
import { sharedService, startService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { Browser, OAuthClient, pkce, REDIRECT } from './oauth-client.ts'

/** Processes of a service share its key. */
const env = { BYOK_MASTER_KEY: newMasterKey() }
const missing: RequestListener = (_request, response) => response.writeHead(404).end()

/** A site that serves metadata documents, and what it was asked. */
async function startSite() {
  const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  const asked: string[] = []
  let connections = 0
  let answer: RequestListener = missing
  const server: Server = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ca: pair.cert,
    port,
    asked,
    connections: () => connections,
    answers: (next: RequestListener) => (answer = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
type Site = Awaited<ReturnType<typeof startSite>>

const documentOf = (id: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  client_id: id,
  client_name: 'A documented client',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
  ...changes,
})
const sends =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

describe('OAuth: client ID metadata documents', function () {
  let site: Site
  let service: TestService
  let user: TestUser
  let made = 0
  before(async () => {
    site = await startSite()
    // Tests have no public address: for this service the loopback interface is one.
    const documents = { ca: site.ca, isAllowed: (address: string) => address === '127.0.0.1' }
    service = await startService({ documents, env })
    user = await service.createUser('pro', PASSWORD)
  })
  after(async () => {
    await service?.close()
    await site?.close()
  })

  const newId = () => {
    made += 1
    return `https://localhost:${site.port}/client-${made}.json`
  }
  const clientOf = (id: string, at = service) => {
    const client = new OAuthClient(at.url)
    client.id = id
    return client
  }
  /** What the service answers to an authorization request of a client. */
  const asked = async (id: string, at = service) => {
    const reply = await new Browser().get(clientOf(id, at).authorizeUrl(pkce().challenge))
    return { status: reply.status, text: await reply.text() }
  }

  it('that are not served any more end the request with a page that says so', async () => {
    const id = newId()
    site.answers(sends(documentOf(id)))
    const browser = new Browser()
    const begun = await browser.get(clientOf(id).authorizeUrl(pkce().challenge))
    const { pathname } = new URL(begun.headers.get('location') ?? '', service.url)
    // Another process, which has not fetched it.
    const documents = { ca: site.ca, isAllowed: () => true }
    const other = await startService({ documents, env: { ...env, PUBLIC_URL: service.url } })
    try {
      site.answers(missing)
      const before = site.asked.length
      const page = await browser.get(`${other.url}${pathname}`)
      expect(site.asked).to.have.length(before + 1)
      expect(page.status).to.equal(400)
      expect(await page.text()).to.include('its client cannot be looked up')
    } finally {
      await other.close()
    }
  })

  it('describe a client that needs no registration, and its host is shown', async () => {
    const id = newId()
    site.answers(
      sends(documentOf(id, { scope: 'openid', grant_types: ['authorization_code', 'refresh_token'] })),
    )
    const client = clientOf(id)
    const { html } = await client.toConsent(new Browser(), user, client.authorizeUrl(pkce().challenge))
    expect(html).to.include('A documented client')
    expect(html).to.include(`Identified by localhost:${site.port}`)
    const { access_token: token, refresh_token: refresh } = await client.connect(user)
    expect((await bearer(service.anonymous, token).get('/ideas')).status).to.equal(200)
    expect((await client.refresh(refresh)).status).to.equal(200)
    const { body } = await user.session.get('/user/mcp-tokens')
    expect(body.at(-1)).to.include({
      client_name: 'A documented client',
      client_uri: `https://localhost:${site.port}`,
    })
    expect(site.asked.filter((url) => id.endsWith(url))).to.have.lengthOf(1)
  })

  const cases: Readonly<Record<string, (id: string) => RequestListener>> = {
    'of another client_id': () => sends(documentOf('https://localhost/other.json')),
    'that is too large': (id) => sends(documentOf(id, { filler: 'x'.repeat(6_000) })),
    'that is too large without saying so': (id) => (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })
      response.write(JSON.stringify(documentOf(id)).slice(0, -1))
      const writing = setInterval(() => response.write(' '.repeat(1_000)), 5)
      response.once('close', () => clearInterval(writing))
    },
    'that is too slow': () => () => undefined,
    'that redirects': () => (_request, response) =>
      response.writeHead(302, { Location: `https://localhost:${site.port}/elsewhere.json` }).end(),
    'that is missing': () => sends({}, 404),
    'that is no JSON': () => (_request, response) => response.end('<html>'),
    'with a secret': (id) => sends(documentOf(id, { client_secret: 'x' })),
    'with a redirect that is not allowed': (id) =>
      sends(documentOf(id, { redirect_uris: ['http://app.example/'] })),
  }
  for (const [name, answer] of Object.entries(cases)) {
    it(`are refused: one ${name}`, async () => {
      const id = newId()
      site.answers(answer(id))
      const before = performance.now()
      const { status } = await asked(id)
      expect(status).to.equal(400)
      // The library tries twice, 2.5 seconds each.
      expect(performance.now() - before).to.be.below(7_000)
      expect(site.asked).not.to.include('/elsewhere.json')
    })
  }

  it('are not fetched from addresses that not everybody can reach: not even a connection is opened', async () => {
    const guarded = await sharedService()
    site.answers(sends({}))
    const before = site.connections()
    for (const host of [
      `localhost:${site.port}`,
      `127.0.0.1:${site.port}`,
      `2130706433:${site.port}`,
      `0x7f.1:${site.port}`,
      `[::1]:${site.port}`,
      `[::ffff:127.0.0.1]:${site.port}`,
      `0.0.0.0:${site.port}`,
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '[fd00::1]',
      '[fe80::1]',
    ]) {
      const start = performance.now()
      const { status, text } = await asked(`https://${host}/client.json`, guarded)
      expect([status, text.includes('metadata document fetch failed')], host).to.deep.equal([400, true])
      expect(performance.now() - start, host).to.be.below(1_000)
    }
    expect(site.connections()).to.equal(before)
  })

  it('are fetched by https only', async () => {
    for (const id of [`http://localhost:${site.port}/client.json`, 'ftp://localhost/client.json']) {
      const { status, text } = await asked(id)
      expect(status).to.equal(400)
      expect(text).to.include('client is invalid')
    }
  })
})
