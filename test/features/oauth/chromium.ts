import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { TestUser } from '../../support/service.ts'
import { PASSWORD } from '../../support/sign-in.ts'

/**
 * Where Debian's packages have it; without it the tests are skipped. The headless shell is the same engine without the windows of a
 * browser, and takes a third of the processor time.
 */
export const CHROMIUM =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file)) ?? ''

/** A host of the tests that Chromium finds on this machine. */
export const APP = 'app.example'

/** Gives a suite a Chromium. */
export function givenChromium(receive: (given: Browser) => void): void {
  let browser: Browser | undefined
  before(async function () {
    if (CHROMIUM === '') this.skip()
    const args = ['--no-sandbox', `--host-resolver-rules=MAP ${APP} 127.0.0.1`]
    browser = await chromium.launch({ executablePath: CHROMIUM, args })
    receive(browser)
  })
  after(async () => browser?.close())
}

/** A page of a phone without scripts, and what the browser says about it on its console. */
export async function newPage(browser: Browser, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
    colorScheme,
  })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return { page, said }
}

/** Opens an authorization request and signs in, which leads to the consent. */
export async function signIn(page: Page, url: string, { email }: Pick<TestUser, 'email'>): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: / access\?$/ }).waitFor()
}

/** Allows what is asked for. */
export async function allow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true })
}
