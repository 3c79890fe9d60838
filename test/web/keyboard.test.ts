import { expect } from 'chai'
import type { CDPSession, Page } from 'playwright-core'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, relate } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

/** What the browser itself gives to the keyboard; disabled ones wait for something else. */
const OPERABLE =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary'
/**
 * What a pointer does beside what the keyboard does elsewhere: the maps have pickers, a list and the relations of an idea, options
 * the arrow keys; and what is disabled.
 */
const FOR_POINTERS =
  '.picture, .picture *, .neighbourhood g, dialog, [role=option], button, input, select, textarea'

describe(`by keyboard alone (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let idea: number
  beforeEach(async () => {
    const { api } = at.user
    const body = { title: 'Rain barrel', body: 'Water', tags: ['garden'] }
    ;({ id: idea } = await newIdea(api, body))
    const other = await newIdea(api, { title: 'Tap', tags: ['idle'] })
    const absorbed = await newIdea(api, { title: 'Rain tank' })
    await relate(api, other.id, 'blocks', idea)
    await api.post(`/ideas/${idea}/merge`, { absorb_id: absorbed.id })
    await api.post(`/ideas/${idea}/links`, { url: 'https://example.org', title: 'An article' })
    await api.post('/user/import', {
      ideas: [
        { id: 1, title: 'Like this' },
        { id: 2, title: 'Like this' },
      ],
      duplicates: [{ idea_id: 2, duplicate_of_id: 1, similarity_score: 0.9, status: 'pending' }],
    })
    await at.user.session.post('/user/api-keys', { label: 'backup' })
    await at.open()
  })

  for (const [page, path] of [
    ['the ideas', () => '/'],
    ['an idea', () => `/ideas/${idea}`],
    ['the search', () => '/search?q=rain'],
    ['the map', () => `/map?focus=${idea}`],
    ['the duplicates', () => '/duplicates'],
    ['the tags', () => '/tags'],
    ['the account', () => '/account'],
  ] as const) {
    it(`everything on the page of ${page} is reached, and shows that it is`, async () => {
      await at.page.goto(`${at.service.url}${path()}`)
      await at.page.getByRole('heading', { level: 1 }).waitFor()
      await at.visited.settled()
      await expectOperable(at.page)
    })
  }

  it('has shortcuts of one letter also from a checkbox, until they are turned off', async () => {
    const box = at.page.getByRole('checkbox').first()
    await box.check()
    await at.page.keyboard.press('c')
    await at.page.getByRole('dialog').waitFor()
    await at.page.keyboard.press('Escape')
    await at.page.goto(`${at.service.url}/account`)
    await at.page.getByRole('checkbox', { name: 'Single keys are shortcuts, in this browser' }).uncheck()
    await at.page.goto(`${at.service.url}/duplicates`)
    await at.page.locator('.pair h2').nth(1).waitFor()
    const named = await at.page
      .locator('[aria-keyshortcuts]')
      .evaluateAll((all) => all.map((one) => one.ariaKeyShortcuts))
    expect(named).to.deep.equal(['Control+K Meta+K'])
    for (const key of ['c', 'd', '1']) await at.page.keyboard.press(key)
    await at.page.keyboard.press('Control+k')
    await at.page.getByRole('dialog').waitFor()
    expect(await at.page.getByRole('dialog').count()).to.equal(1)
    expect((await at.user.api.get('/ideas/duplicates')).body.duplicates).to.have.length(1)
    expect(await at.page.getByText('Dismissed.').count()).to.equal(0)
  })

  it('gives an idea the status at which the arrow keys stopped, also when an earlier change takes longer', async () => {
    await at.open(`/ideas/${idea}`)
    const statuses: string[] = []
    await at.page.route(`**/api/v1/ideas/${idea}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      const { status: wanted } = route.request().postDataJSON() as { status: string }
      if (wanted === 'exploring') await new Promise((resolve) => setTimeout(resolve, 500))
      statuses.push(wanted)
      return route.fallback()
    })
    const status = at.page.getByLabel('Status')
    await status.press('ArrowDown')
    await status.press('ArrowDown')
    await until('both are sent', () => statuses.length === 2)
    expect(statuses).to.deep.equal(['exploring', 'building'])
  })

  it('goes on from the status that was chosen last, also while the page still shows an earlier one', async () => {
    await at.user.api.patch(`/ideas/${idea}`, { status: 'captured' })
    await at.open(`/ideas/${idea}`)
    await at.page.route(`**/api/v1/ideas/${idea}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return route.continue()
    })
    const status = at.page.getByLabel('Status')
    for (let press = 0; press < 3; press += 1) {
      const changed = at.page.waitForResponse((response) => response.request().method() === 'PATCH')
      await status.press('ArrowDown')
      await changed
    }
    await until(
      'it is the third one',
      async () => (await at.user.api.get(`/ideas/${idea}`)).body.status === 'shipped',
    )
    await at.page.unroute(`**/api/v1/ideas/${idea}`)
    expect(await status.inputValue()).to.equal('shipped')
  })

  it('a field keeps the focus that it gets as soon as it is there', async () => {
    await at.page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>('.filters input')
        if (field === null) return
        watcher.disconnect()
        field.focus()
      })
      watcher.observe(document, { childList: true, subtree: true })
    })
    await at.page.goto(at.service.url)
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
    await at.visited.settled()
    expect(await at.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).to.equal(
      'Filter by tag',
    )
  })

  it('everything is reached while ideas are chosen', async () => {
    await at.page.getByRole('checkbox').first().check()
    await expectOperable(at.page)
  })

  it('everything is reached while an idea is edited and related', async () => {
    await at.page.goto(`${at.service.url}/ideas/${idea}`)
    await at.page.getByRole('heading', { name: 'Rain barrel', level: 1 }).waitFor()
    await at.page.keyboard.press('e')
    await at.page.getByLabel('Title').waitFor()
    await expectOperable(at.page)
  })

  for (const [dialog, key] of [
    ['Capture an idea', 'c'],
    ['Find or do', 'Control+k'],
  ] as const) {
    it(`everything in the dialog “${dialog}” is reached, and the focus comes back when it is closed`, async () => {
      const button = at.page.getByRole('button', { name: /Ctrl K/ })
      await button.focus()
      await at.page.keyboard.press(key)
      await at.page.getByRole('dialog', { name: dialog }).waitFor()
      await expectOperable(at.page, 'dialog')
      await at.page.keyboard.press('Escape')
      await at.page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await button.evaluate((element) => element === document.activeElement)).to.equal(true)
    })
  }
})

/** All that can be operated within a part of the page gets the focus by Tab, visibly, and nothing else listens to clicks. */
async function expectOperable(page: Page, within = 'body'): Promise<void> {
  const expected = await page.locator(within).evaluate((part, operable) => {
    const all = [...part.querySelectorAll<HTMLElement>(operable)].filter((element) =>
      element.checkVisibility(),
    )
    // Of radio buttons with one name the chosen one stands for all; arrows choose among them.
    const named = all.filter(
      (element) => !(element instanceof HTMLInputElement && element.type === 'radio') || element.checked,
    )
    for (const element of named) element.dataset['awaited'] = element.outerHTML.slice(0, 120)
    return named.length
  }, OPERABLE)
  expect(expected, 'things to operate').to.be.above(0)
  const invisible: string[] = []
  for (let presses = 0; presses < expected + 10; presses++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      delete element.dataset['awaited']
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const isSeen = element === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px')
      return isSeen ? undefined : element.outerHTML.slice(0, 120)
    })
    if (unseen !== undefined) invisible.push(unseen)
  }
  const missed = await page
    .locator('[data-awaited]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['awaited']))
  expect(missed, 'not reached').to.deep.equal([])
  expect(invisible, 'without a visible focus').to.deep.equal([])
  expect(await clickable(page), 'for pointers alone').to.deep.equal([])
}

/** The elements that listen to a pointer, and can neither be operated by keyboard nor hold what can. */
async function clickable(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const count = await page.evaluate(
    ([operable, others]) => {
      const all = [...document.body.querySelectorAll('*')].filter(
        (element) => !element.matches(`${operable}, label, form, ${others}`),
      )
      Object.assign(globalThis, { listening: all })
      return all.length
    },
    [OPERABLE, FOR_POINTERS] as const,
  )
  const found: string[] = []
  for (let index = 0; index < count; index++) {
    const outer = await listener(session, `globalThis.listening[${index}]`)
    if (outer !== undefined) found.push(outer)
  }
  await session.detach()
  return found
}

/** The element of an expression, if it listens to a pointer. */
async function listener(session: CDPSession, expression: string): Promise<string | undefined> {
  const { result } = await session.send('Runtime.evaluate', { expression })
  if (result.objectId === undefined) return undefined
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
  const types = listeners.map(({ type }) => type)
  return types.some((type) => /^(?:click|dblclick|mousedown|pointerdown|touchstart)$/.test(type))
    ? `${result.description} ${types.join()}`
    : undefined
}
