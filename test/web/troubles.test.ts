import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { CHROMIUM, givenChromium } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { expectQuiet, signIn, visit, visitAs, type Visit } from './dashboard.ts'

describe(`troubles in the dashboard (${CHROMIUM})`, function () {
  this.timeout(60_000)
  let browser: Browser
  let service: TestService
  let user: TestUser
  let visited: Visit
  let page: Page
  givenChromium((given) => (browser = given))
  beforeEach(async () => {
    service = await sharedService()
    user = await service.createUser('pro', PASSWORD)
  })
  afterEach(async () => {
    expectQuiet(visited)
    await visited.close()
  })
  const open = async (path = '/'): Promise<void> => {
    visited = await visitAs(browser, service, user, path)
    ;({ page } = visited)
  }

  it('with a password are told, and the page that was asked for comes after the right one', async () => {
    const { id } = await newIdea(user.api, { title: 'Deep' })
    visited = await visit(browser, service, `/ideas/${id}`)
    ;({ page } = visited)
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor()
    await signIn(page, user)
    await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('with a session that ended lose nothing that was typed', async () => {
    await open()
    await page.keyboard.press('c')
    await page.keyboard.type('Kept')
    const session = (await user.session.get('/user/sessions')).body.find(
      ({ user_agent }: { user_agent: string | null }) => user_agent?.includes('Chrom'),
    )
    await user.session.delete(`/user/sessions/${session.id}`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('E-mail address').inputValue()).to.equal(user.email)
    await dialog.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor()
    expect((await user.api.get('/ideas')).body).to.have.length(1)
  })

  it('with two tabs: one signs out, and so does the other', async () => {
    await open()
    const other = await visited.context.newPage()
    await other.goto(`${service.url}/tags`)
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('with the network wait calmly, and go on when it is back', async () => {
    await open()
    await visited.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('From the tunnel')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
    await visited.context.setOffline(false)
    await page.getByRole('heading', { name: 'From the tunnel', level: 1 }).waitFor()
    expect(await page.getByText('You are offline.').isVisible()).to.equal(false)
    expect((await user.api.get('/ideas')).body).to.have.length(1)
  })

  for (const status of [429, 503]) {
    it(`with ${status} wait as long as they are told, and change nothing twice`, async () => {
      await open()
      let asked = 0
      const keys = new Set<string | undefined>()
      await page.route('**/api/v1/ideas?*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        asked += 1
        keys.add(route.request().headers()['idempotency-key'])
        if (asked > 1) return route.fallback()
        await route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { error: 'Not now' } })
      })
      await page.keyboard.press('c')
      await page.keyboard.type('Patient')
      await page.keyboard.press('Enter')
      await page.getByText('The service is busy.').waitFor()
      await page.getByRole('heading', { name: 'Patient', level: 1 }).waitFor()
      expect([asked, keys.size]).to.deep.equal([2, 1])
    })
  }

  it('with a service that cannot answer yet are told before anything else is shown', async () => {
    await open()
    let asked = 0
    await page.route('**/api/v1/user/me', async (route) => {
      asked += 1
      if (asked > 1) return route.fallback()
      await route.fulfill({ status: 503, json: { error: 'Not now' } })
    })
    await page.reload()
    await page.getByText('The service is busy.').waitFor()
    await page.getByRole('heading', { name: 'Ideas', level: 1 }).waitFor()
    expect(await page.getByText('The service is busy.').isVisible()).to.equal(false)
  })

  it('with an answer that was lost send the same again, which makes one idea', async () => {
    await open()
    let asked = 0
    await page.route('**/api/v1/ideas?*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      asked += 1
      if (asked > 1) return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.keyboard.press('c')
    await page.keyboard.type('Once')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Once', level: 1 }).waitFor()
    expect([asked, (await user.api.get('/ideas')).body.length]).to.deep.equal([2, 1])
  })

  it('with an idea that is not there are told', async () => {
    await open('/ideas/999999999')
    await page.getByText('Idea not found').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })
})
