import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { givenChromium } from '../features/oauth/chromium.ts'
import { sharedService, type TestService, type TestUser } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

/** A user at the dashboard, and what must stay empty: the errors of the console, and requests to other origins. */
export type Visit = Readonly<{
  page: Page
  context: BrowserContext
  errors: string[]
  foreign: string[]
  /** Waits until no request of the page is under way: what it shows is complete. */
  settled: () => Promise<void>
  close: () => Promise<void>
}>

type Look = Readonly<{ colorScheme?: 'light' | 'dark'; width?: number; height?: number }>

/** Answers that pages expect, which Chromium tells of on its console. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (400|401|403|404|409|412|429|502|503)|net::ERR_/

/** Opens a page of the dashboard in a new browser profile. */
export async function visit(
  browser: Browser,
  { url }: Pick<TestService, 'url'>,
  path = '/',
  { colorScheme = 'light', width = 1280, height = 800 }: Look = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  })
  // Like the waits of tests: a slow machine needs longer than Playwright's 30 seconds.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  const foreign: string[] = []
  const pending = new Set<Request>()
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('request', (request) => {
    pending.add(request)
    const address = request.url()
    if (!address.startsWith(url) && !/^(blob|data):/.test(address)) foreign.push(address)
  })
  await page.goto(`${url}${path}`)
  // Effects, which ask, run up to 35 ms after what they belong to is shown.
  const settled = () =>
    until('the requests of the page have ended', async () => {
      if (pending.size > 0) return false
      await page.waitForTimeout(100)
      return pending.size === 0
    })
  return { page, context, errors, foreign, settled, close: () => context.close() }
}

/** Signs in on the page that is open. */
export async function signIn(page: Page, { email }: Pick<TestUser, 'email'>): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** Opens a page of the dashboard as a user who signs in. */
export async function visitAs(
  browser: Browser,
  service: Pick<TestService, 'url'>,
  user: Pick<TestUser, 'email'>,
  path = '/',
  look: Look = {},
): Promise<Visit> {
  const visited = await visit(browser, service, path, look)
  await signIn(visited.page, user)
  await visited.settled()
  return visited
}

/** Loses the first answer to what a page sends by a method to an address, after it was done; tells how often that was sent. */
export async function loseFirstAnswer(page: Page, method: string, address: string): Promise<() => number> {
  let asked = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    asked += 1
    if (asked > 1) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => asked
}

/** Neither errors on the console nor a request that left the origin. */
export function expectQuiet({ errors, foreign }: Visit): void {
  expect(errors, 'errors on the console').to.deep.equal([])
  expect(foreign, 'requests to other origins').to.deep.equal([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe-core finds against WCAG 2.2 AA on what is shown, as `rule: element`. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, TAGS)
}

/** What the tests of a suite visit: a service, a user of their own, and what they opened last. */
export type Visiting = {
  browser: Browser
  service: TestService
  user: TestUser
  visited: Visit
  page: Page
  /** Opens a page as the user, who signs in. */
  open: (path?: string) => Promise<void>
  /** Ends the session of the browser from elsewhere. */
  endSession: () => Promise<void>
  /** Signs in where the page asks for the password again. */
  signInAgain: () => Promise<void>
}

/** Gives each test a user, of the shared service or another one, and expects of what it opened that it stayed quiet. */
export function givenVisiting(service: () => Promise<TestService> = sharedService): Visiting {
  const visits = new Set<Visit>()
  const visiting = {
    open: async (path = '/') => {
      visiting.visited = await visitAs(visiting.browser, visiting.service, visiting.user, path)
      visits.add(visiting.visited)
      visiting.page = visiting.visited.page
    },
    endSession: async () => {
      const { body } = await visiting.user.session.get('/user/sessions')
      const { id } = body.find(({ user_agent: agent }: { user_agent: string | null }) =>
        agent?.includes('Chrom'),
      )
      await visiting.user.session.delete(`/user/sessions/${id}`)
    },
    signInAgain: async () => {
      const dialog = visiting.page.getByRole('dialog', { name: 'Sign in again' })
      await dialog.waitFor()
      const email = dialog.getByLabel('E-mail address')
      expect(await email.inputValue()).to.equal(visiting.user.email)
      // What is typed on the page below is of this account.
      expect(await email.isEditable()).to.equal(false)
      await dialog.getByLabel('Password').fill(PASSWORD)
      await visiting.page.keyboard.press('Enter')
    },
  } as Visiting
  givenChromium((browser) => (visiting.browser = browser))
  beforeEach(async () => {
    visiting.service = await service()
    visiting.user = await visiting.service.createUser('pro', PASSWORD)
  })
  afterEach(async () => {
    // The last one may have been opened by the test itself.
    const all = [...visits.add(visiting.visited)]
    visits.clear()
    for (const one of all) {
      expectQuiet(one)
      await one.close()
    }
  })
  return visiting
}
