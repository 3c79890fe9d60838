import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { CHROMIUM, givenChromium } from '../features/oauth/chromium.ts'
import { OAuthClient, pkce } from '../features/oauth/oauth-client.ts'
import { newIdea, relate } from '../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { expectQuiet, faults, visit, visitAs, type Visit } from './dashboard.ts'

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'phone', colorScheme: 'light', width: 360, height: 640 },
] as const

describe(`every page of the dashboard in Chromium (${CHROMIUM})`, () => {
  let browser: Browser
  let service: TestService
  let user: TestUser
  let idea: number
  givenChromium((given) => (browser = given))
  before(async () => {
    service = await sharedService()
    user = await service.createUser('pro', PASSWORD)
    const body =
      '# A plan\n\nWith **words**, a [link](https://example.org), and\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    ;({ id: idea } = await newIdea(user.api, {
      title: 'Offline mode',
      body,
      tags: ['sync', 'mobile'],
      status: 'building',
    }))
    await user.api.patch('/tags/sync', { color: '#ffff00' })
    await user.api.patch('/tags/mobile', { color: '#101040' })
    const other = await newIdea(user.api, { title: 'Sync conflicts', tags: ['sync'] })
    await relate(user.api, other.id, 'blocks', idea)
    await user.api.post(`/ideas/${idea}/links`, { url: 'https://example.org/offline', title: 'An article' })
    const absorbed = await newIdea(user.api, { title: 'Work without a network' })
    await user.api.post(`/ideas/${idea}/merge`, { absorb_id: absorbed.id })
  })

  for (const { name, ...look } of LOOKS) {
    it(`can be used by everybody: the sign-in, ${name}`, async () => {
      const visited = await visit(browser, service, '/', look)
      await visited.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await fine(visited)
      await visited.close()
    })

    it(`can be used by everybody: signed in, ${name}`, async () => {
      const visited = await visitAs(browser, service, user, '/', look)
      const { page } = visited
      for (const [path, heading] of [
        ['/?tag=sync&tag=mobile', 'Ideas'],
        [`/ideas/${idea}`, 'Offline mode'],
        ['/search?q=offline', 'Search'],
        ['/map', 'Map'],
        ['/duplicates', 'Duplicates'],
        ['/tags', 'Tags'],
        ['/account', 'Account'],
        ['/ideas/999999999', 'No such idea'],
        ['/nowhere', 'Nothing here'],
      ] as const) {
        await page.goto(`${service.url}${path}`)
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
        await visited.settled()
        expect(await page.title()).to.equal(`${heading} · Idea Repository`)
        await fine(visited)
      }
      await page.keyboard.press('c')
      await page.getByRole('dialog', { name: 'Capture an idea' }).waitFor()
      await fine(visited)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Find or do' }).waitFor()
      await fine(visited)
      await visited.close()
    })

    it(`can be used by everybody: the consent to an app, which looks like the rest, ${name}`, async () => {
      const client = await new OAuthClient(service.url).register({ client_name: 'An editor' })
      const visited = await visitAs(browser, service, user, '/', look)
      const { page } = visited
      const main = page.getByRole('button', { name: /^(Capture|Allow|Sign in)/ }).first()
      const dashboard = await lookOf(page, main)
      await page.goto(client.authorizeUrl(pkce().challenge))
      await page.getByRole('heading', { name: 'Give An editor access?' }).waitFor()
      expect(await lookOf(page, main)).to.deep.equal(dashboard)
      await fine(visited)
      await page.getByRole('link', { name: 'Use another account' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      // The heading is there before the style sheet is, until which the browser shows nothing.
      await page.waitForLoadState('load')
      expect(await lookOf(page, main)).to.deep.equal(dashboard)
      await fine(visited)
      await visited.close()
    })
  }

  it('shows its bars as a whole on a phone', async () => {
    const visited = await visitAs(browser, service, user, '/', { width: 360, height: 640 })
    const cut = await visited.page
      .locator('.frame > header, .frame > header > *, .frame > nav, .frame > nav > *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
          .map(({ textContent }) => textContent),
      )
    expect(cut).to.deep.equal([])
    await visited.close()
  })

  it('shows texts from right to left in their direction', async () => {
    const title = '(1) مرحبا'
    const { id } = await newIdea(user.api, { title, body: '1. نص', tags: ['حديقة'] })
    const visited = await visitAs(browser, service, user)
    const { page } = visited
    const directions = (places: string) =>
      page.locator(places).evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
    await page.getByRole('link', { name: title }).waitFor()
    const line = page.locator('.idea-line').first()
    await line.getByText('نص').waitFor()
    expect(await directions(`[href="/ideas/${id}"], [href="/ideas/${id}"] + .snippet`)).to.deep.equal([
      'rtl',
      'rtl',
    ])
    await page.goto(`${service.url}/ideas/${id}`)
    await page.getByText('نص').waitFor()
    expect(await directions('h1, .tag, .markdown')).to.deep.equal(['rtl', 'rtl', 'rtl'])
    await page.keyboard.press('e')
    await page.getByLabel('Title').waitFor()
    expect(await directions('form input[required]:not([type]), textarea')).to.deep.equal(['rtl', 'rtl'])
    await visited.close()
  })
})

/** The colours and the type of a page and of its main button. */
async function lookOf(page: Page, button: Locator): Promise<string[]> {
  const looks = [page.locator('body'), button].map((place) =>
    place.evaluate((element) => {
      const { backgroundColor, color, fontFamily, fontSize, borderRadius } = getComputedStyle(element)
      return [backgroundColor, color, fontFamily, fontSize, borderRadius].join(' ')
    }),
  )
  return Promise.all(looks)
}

/** Nothing against accessibility, no sidewards scrolling, nothing on the console. */
async function fine(visited: Visit): Promise<void> {
  const { page } = visited
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.locator('html').evaluate(({ scrollWidth, scrollHeight }) => ({
    scrollWidth,
    scrollHeight,
  }))
  expect(whole.scrollWidth, page.url()).to.be.at.most(width)
  // All of the page, none of it below the bar of a phone.
  await page.setViewportSize({ width, height: whole.scrollHeight })
  expect(await faults(page)).to.deep.equal([])
  await page.setViewportSize({ width, height })
  expectQuiet(visited)
}
