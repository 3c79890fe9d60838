import { expect } from 'chai'
import { startService, type TestService, type TestUser } from '../../support/service.ts'
import { Browser, givenClient, locationOf, OAuthClient, pkce } from './oauth-client.ts'

describe('OAuth: a consent', () => {
  let service: TestService
  let user: TestUser
  let client: OAuthClient
  givenClient((given) => ({ service, user, client } = given))

  /** A browser at the page that asks for consent. */
  const opened = async () => {
    const browser = new Browser()
    const { page } = await client.toConsent(browser, user, client.authorizeUrl(pkce().challenge))
    return { browser, page }
  }
  const allowed = () => ({ account: user.user_id, scope: ['ideas:read'], decision: 'allow' })

  it('that is posted from another site is refused', async () => {
    const { browser, page } = await opened()
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      for (const path of ['consent', 'sign-in'])
        expect((await browser.post(`${page}/${path}`, allowed(), headers)).status).to.equal(403)
    }
    expect((await browser.post(`${page}/consent`, allowed())).status).to.equal(303)
  })

  it('is asked for at most 1,000 times an hour in one network', async () => {
    const proxied = await startService({ env: { TRUST_PROXY: 'true' } })
    try {
      const ask = async () => {
        const browser = new Browser({ 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https' })
        return (await browser.get(`${proxied.url}/oauth/interaction/unknown`)).status
      }
      const statuses = new Set<number>()
      for (let round = 0; round < 20; round += 1)
        for (const status of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status)
      expect([...statuses]).to.deep.equal([400])
      expect(await ask()).to.equal(429)
    } finally {
      await proxied.close()
    }
  })

  it('that is submitted twice at once makes one grant', async () => {
    const { browser, page } = await opened()
    const before = (await user.session.get('/user/mcp-tokens')).body.length
    const both = [browser.post(`${page}/consent`, allowed()), browser.post(`${page}/consent`, allowed())]
    expect((await Promise.all(both)).map(({ status }) => status)).to.include(303)
    expect((await user.session.get('/user/mcp-tokens')).body).to.have.length(before + 1)
  })

  it('from a browser that did not make the request is refused', async () => {
    const { page } = await opened()
    const other = await opened()
    const { status, headers } = await other.browser.post(`${page}/consent`, allowed())
    expect([status, headers.get('location')]).to.deep.equal([400, null])
    expect((await new Browser().get(page)).status).to.equal(400)
  })

  it('without a session, or for another account than the page showed, is asked for again', async () => {
    const { browser, page } = await opened()
    const kept = browser.cookies
    browser.cookies = kept.filter(({ name }) => name !== '__Host-session')
    expect(await locationOf(await browser.post(`${page}/consent`, allowed()))).to.equal(page)
    expect(await (await browser.get(page)).text()).to.include('type="password"')
    browser.cookies = kept
    const another = { ...allowed(), account: 'somebody-else' }
    expect(await locationOf(await browser.post(`${page}/consent`, another))).to.equal(page)
  })

  it('to nothing at all is a refusal', async () => {
    const back = await client.authorize(user, { url: client.authorizeUrl(pkce().challenge), scope: [] })
    expect(back.searchParams.get('error')).to.equal('access_denied')
  })

  it('needs the password; a wrong one is told in the same words as that an account has none, and what to do then', async () => {
    const page = await locationOf(await new Browser().get(client.authorizeUrl(pkce().challenge)))
    expect(page).to.include('/oauth/interaction/')
    const without = await service.createUser()
    const texts = []
    for (const email of [user.email, without.email]) {
      const browser = new Browser()
      const own = await locationOf(await browser.get(client.authorizeUrl(pkce().challenge)))
      const reply = await browser.post(`${own}/sign-in`, { email, password: 'wrong' })
      expect(reply.status).to.equal(401)
      texts.push((await reply.text()).replace(email, '').replaceAll(own.split('/').at(-1) ?? '', ''))
    }
    expect(texts[0]).to.equal(texts[1])
    expect(texts[0]).to.include('Wrong e-mail address or password')
    expect(texts[0]).to.include('ideas admin set-password')
  })

  it('is asked for with the name of the client as text, also if it is HTML', async () => {
    const evil = await new OAuthClient(service.url).register({
      client_name: '<img src=x onerror=alert(1)>',
    })
    const { html } = await evil.toConsent(new Browser(), user, evil.authorizeUrl(pkce().challenge))
    expect(html).to.include('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.to.include('<img')
  })

  it('shows the address of the client without characters that change how it is seen', async () => {
    const evil = await new OAuthClient(service.url).register({
      client_uri: 'https://good.example/\u202Egro.live',
    })
    const { html } = await evil.toConsent(new Browser(), user, evil.authorizeUrl(pkce().challenge))
    expect(html).to.include('https://good.example/%E2%80%AEgro.live')
  })

  it('may lead to an https address of IPv6, which a policy cannot name', async () => {
    const redirect = 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/callback'
    const other = await new OAuthClient(service.url).register({ redirect_uris: [redirect] })
    const url = other.authorizeUrl(pkce().challenge, { redirect_uri: redirect })
    const { reply } = await other.toConsent(new Browser(), user, url)
    expect(reply.headers.get('content-security-policy')).to.include("form-action 'self' https:;")
  })
})
