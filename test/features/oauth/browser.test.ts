import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { generate } from 'selfsigned'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'
import { bearer, PASSWORD } from '../../support/sign-in.ts'
import { until } from '../../support/until.ts'
import { allow, APP, CHROMIUM, givenChromium, newPage, signIn } from './chromium.ts'
import { OAuthClient, pkce } from './oauth-client.ts'

const EDITOR = 'cursor://anysphere.cursor-retrieval/oauth/callback'

/** Listens on a free port and keeps the URLs that it was asked for. */
async function listening(make: (answer: RequestListener) => Server) {
  const asked: string[] = []
  const server = make((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>The client</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, server }
}

describe(`OAuth in Chromium (${CHROMIUM})`, () => {
  const servers: Server[] = []
  let browser: Browser
  let service: TestService
  let user: TestUser
  givenChromium((given) => (browser = given))
  before(async () => {
    service = await sharedService()
    user = await service.createUser('pro', PASSWORD)
  })
  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  const clientAt = async (redirect: string) => {
    const client = new OAuthClient(service.url)
    client.redirect = redirect
    return client.register({ client_name: 'An editor' })
  }
  /** What the client gets by the code in a URL that the browser was sent to. */
  const tokenBy = async (client: OAuthClient, url: string, verifier: string) => {
    const { status, body } = await client.exchange(new URL(url).searchParams.get('code') ?? '', verifier)
    expect(status, JSON.stringify(body)).to.equal(200)
    return (await bearer(service.anonymous, body.access_token).get('/user/me')).body.id
  }

  it('leads back to a client on the web', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: APP }])
    const site = await listening((answer) => createTlsServer({ key, cert }, answer))
    servers.push(site.server)
    const client = await clientAt(`https://${APP}:${site.port}/callback`)
    const { verifier, challenge } = pkce()
    const { page, said } = await newPage(browser)
    await signIn(page, client.authorizeUrl(challenge), user)
    expect(await page.getByRole('checkbox').count()).to.equal(2)
    // On a phone, nothing is wider than the screen.
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).to.be.at.most(360)
    expect(await page.getByText('Any program that runs there').count()).to.equal(0)
    await allow(page)
    await page.waitForURL(/app\.example/)
    expect(await page.title()).to.equal('The client')
    expect(await tokenBy(client, page.url(), verifier)).to.equal(user.user_id)
    expect(said).to.deep.equal([])
  })

  it('leads back to a program that listens on the loopback interface', async () => {
    const site = await listening(createServer)
    servers.push(site.server)
    const client = await clientAt('http://127.0.0.1/callback')
    client.redirect = `http://127.0.0.1:${site.port}/callback`
    const { verifier, challenge } = pkce()
    const { page, said } = await newPage(browser, 'dark')
    await signIn(page, client.authorizeUrl(challenge), user)
    expect(await page.getByText('Any program that runs there').count()).to.equal(1)
    await page.getByLabel('Create, change, merge and delete them').uncheck()
    await allow(page)
    await page.waitForURL(/127\.0\.0\.1/)
    expect(await tokenBy(client, page.url(), verifier)).to.equal(user.user_id)
    expect(site.asked.filter((url) => url.startsWith('/callback?code='))).to.have.lengthOf(1)
    expect(said).to.deep.equal([])
  })

  /** Allows access, and returns where the browser was to go and what it said about it. */
  const allowed = async (redirect: string, weaken?: (policy: string) => string) => {
    const client = await clientAt(redirect)
    const { verifier, challenge } = pkce()
    const { page, said } = await newPage(browser)
    if (weaken !== undefined) {
      await page.route('**/oauth/interaction/*', async (route) => {
        const response = await route.fetch()
        const policy = response.headers()['content-security-policy'] ?? ''
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': weaken(policy) },
        })
      })
    }
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await signIn(page, client.authorizeUrl(challenge), user)
    await allow(page)
    const next = weaken === undefined ? redirect : '/oauth/authorize/'
    await until('the browser is led on', () => requested.some((url) => url.includes(next)))
    // In which it would go where it must not.
    if (weaken !== undefined) await page.waitForTimeout(1_000)
    return { client, verifier, said, requested }
  }

  it('leads back to an editor by its private-use scheme', async () => {
    const { client, verifier, said, requested } = await allowed(EDITOR)
    const back = requested.find((url) => url.startsWith(EDITOR))
    expect(said).to.deep.equal([])
    expect(await tokenBy(client, back ?? '', verifier)).to.equal(user.user_id)
  })

  it('leads back to the loopback interface of IPv6', async () => {
    const { said, requested } = await allowed('http://[::1]:41997/callback')
    expect(requested.at(-1)).to.match(/^http:\/\/\[::1\]:41997\/callback\?code=/)
    expect(said).to.deep.equal([])
  })

  it('does not, if the policy of the page left the scheme out: browsers apply it to the redirect after the form', async () => {
    const { requested } = await allowed(EDITOR, (policy) => policy.replace(' cursor:', ''))
    expect(requested.filter((url) => url.includes('/oauth/authorize/'))).to.have.lengthOf(1)
    expect(requested.filter((url) => url.startsWith('cursor:'))).to.deep.equal([])
  })
})
