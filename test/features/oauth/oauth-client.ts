import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { fetch, type Response } from 'undici'
import { trusting } from '../../support/client.ts'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'
import { PASSWORD } from '../../support/sign-in.ts'

/** The redirect of test clients; nothing listens there. */
export const REDIRECT = 'http://127.0.0.1:41999/callback'

/** Gives a suite a registered client of the shared service, and a user with a password. */
export function givenClient(
  receive: (given: Readonly<{ service: TestService; user: TestUser; client: OAuthClient }>) => void,
  metadata: Readonly<Record<string, unknown>> = {},
): void {
  before(async () => {
    const service = await sharedService()
    const user = await service.createUser('pro', PASSWORD)
    receive({ service, user, client: await new OAuthClient(service.url).register(metadata) })
  })
}

/** What the token endpoint answers. */
export type Tokens = Readonly<{
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  token_type: string
}>

type Cookie = Readonly<{ name: string; value: string; path: string }>
type Fields = Readonly<Record<string, string | readonly string[]>>

/** A browser without scripts: it keeps cookies and shows where it is redirected to. */
export class Browser {
  readonly headers: Readonly<Record<string, string>>
  cookies: readonly Cookie[] = []

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = headers
  }

  async get(url: string): Promise<Response> {
    return this.#send(url, {})
  }

  /** Posts a form as the page of the same origin does. */
  async post(url: string, fields: Fields, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const body = formOf(fields)
    return this.#send(url, { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } })
  }

  async #send(
    url: string,
    init: Readonly<{ method?: string; body?: URLSearchParams; headers?: Readonly<Record<string, string>> }>,
  ): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = this.cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      dispatcher: trusting,
      headers: {
        Accept: 'text/html',
        ...this.headers,
        ...init.headers,
        ...(sent.length === 0
          ? {}
          : { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      },
    })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    return reply
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const others = this.cookies.filter((one) => one.name !== name || one.path !== path)
    this.cookies = value === '' ? others : [...others, { name, value, path }]
  }
}

function formOf(fields: Fields): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  return body
}

/** A fresh PKCE verifier with its challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A public client that registers itself and sends its user through sign-in and consent. */
export class OAuthClient {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  id = ''
  redirect = REDIRECT

  constructor(origin: string, headers: Readonly<Record<string, string>> = {}) {
    this.origin = origin
    this.headers = headers
  }

  async post(path: string, body: unknown): Promise<Response> {
    const isForm = body instanceof URLSearchParams
    return fetch(`${this.origin}${path}`, {
      method: 'POST',
      dispatcher: trusting,
      headers: { ...this.headers, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
  }

  /** Registers the client (RFC 7591). */
  async register(metadata: Readonly<Record<string, unknown>> = {}): Promise<this> {
    const reply = await this.post('/oauth/register', {
      client_name: 'A test',
      redirect_uris: [this.redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    })
    const body = (await reply.json()) as { client_id: string }
    expect(reply.status, JSON.stringify(body)).to.equal(201)
    this.id = body.client_id
    return this
  }

  /** The URL of an authorization request; undefined leaves a parameter out. */
  authorizeUrl(challenge: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
    const params = {
      client_id: this.id,
      redirect_uri: this.redirect,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: 'ideas:read ideas:write',
      resource: `${this.origin}/api/v1`,
      state: 'st4te',
      ...changes,
    }
    const given = Object.entries(params).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    return `${this.origin}/oauth/authorize?${new URLSearchParams(given).toString()}`
  }

  /** Leads a browser to the page that asks for consent, signing in on the way. */
  async toConsent(
    browser: Browser,
    { email }: Pick<TestUser, 'email'>,
    url: string,
  ): Promise<{ page: string; html: string; reply: Response }> {
    const page = await locationOf(await browser.get(url))
    const first = await browser.get(page)
    const asked = await first.text()
    if (!asked.includes('type="password"')) return { page, html: asked, reply: first }
    const signedIn = await browser.post(`${page}/sign-in`, { email, password: PASSWORD })
    expect(await locationOf(signedIn)).to.equal(page)
    const reply = await browser.get(page)
    return { page, html: await reply.text(), reply }
  }

  /** Sends the user through sign-in and consent, and returns the redirect with the code. */
  async authorize(
    user: TestUser,
    {
      url,
      browser = new Browser(this.headers),
      scope = ['ideas:read', 'ideas:write'],
      decision = 'allow',
    }: Readonly<{ url: string; browser?: Browser; scope?: readonly string[]; decision?: string }>,
  ): Promise<URL> {
    const { page } = await this.toConsent(browser, user, url)
    const decided = await browser.post(`${page}/consent`, { account: user.user_id, scope, decision })
    const resumed = await browser.get(await locationOf(decided))
    return new URL(await locationOf(resumed))
  }

  async token(
    fields: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Tokens & { error?: string } }> {
    const reply = await this.post('/oauth/token', formOf({ client_id: this.id, ...fields }))
    return { status: reply.status, body: (await reply.json()) as Tokens }
  }

  async exchange(code: string, verifier: string, changes: Readonly<Record<string, string>> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: this.redirect,
      ...changes,
    })
  }

  async refresh(token: string, changes: Readonly<Record<string, string>> = {}) {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...changes })
  }

  async revoke(token: string): Promise<number> {
    return (await this.post('/oauth/revoke', formOf({ client_id: this.id, token }))).status
  }

  /** The whole flow up to the tokens. */
  async connect(user: TestUser, changes: Readonly<Record<string, string | undefined>> = {}): Promise<Tokens> {
    const { verifier, challenge } = pkce()
    const back = await this.authorize(user, { url: this.authorizeUrl(challenge, changes) })
    const { status, body } = await this.exchange(back.searchParams.get('code') ?? '', verifier)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
}

/** Where a response redirects to. */
export async function locationOf(reply: Response): Promise<string> {
  const text = await reply.text()
  expect(reply.status, text).to.equal(303)
  return new URL(reply.headers.get('location') ?? '', reply.url).href
}
