import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { faults, givenVisiting } from './dashboard.ts'

/** Lists of the account, and of an idea: the names of their sections. */
const OF_ACCOUNT = ['Plan and limits', 'Your AI keys', 'API keys', 'Assistants', 'Where you are signed in']
const OF_IDEA = ['Merged into it', 'Specifications']

describe(`what is read by the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()

  /** Has requests refused, then answered: each section says so, and is read again. */
  async function expectTold(path: string, requests: RegExp, sections: readonly string[]): Promise<void> {
    await at.open('/tags')
    await at.page.route(requests, (route) => route.fulfill({ status: 502, json: { error: 'Not now' } }))
    await at.page.goto(`${at.service.url}${path}`)
    const section = (name: string) => at.page.getByRole('region', { name })
    for (const name of sections) await section(name).getByText('Not now').waitFor()
    expect(await faults(at.page)).to.deep.equal([])
    await at.page.unroute(requests)
    for (const name of sections) {
      await section(name).getByRole('button', { name: 'Try again' }).click()
      await section(name).getByText('Not now').waitFor({ state: 'detached' })
    }
  }

  it('and refused is not shown as if the account had nothing', async () => {
    await expectTold('/account', /\/user\/(usage|byok\/status|api-keys|mcp-tokens|sessions)$/, OF_ACCOUNT)
    await at.page.getByText('this browser', { exact: true }).waitFor()
  })

  it('and refused is not shown as if an idea had nothing', async () => {
    const [survivor, absorbed] = await newIdeaIds(at.user.api, 2)
    await at.user.api.post(`/ideas/${survivor}/merge`, { absorb_id: absorbed })
    await expectTold(`/ideas/${survivor}`, /\/ideas\/\d+\/(merges|specs)/, OF_IDEA)
    await at.page.getByRole('button', { name: 'Undo the merge' }).waitFor()
  })

  it('and empty says what it would hold', async () => {
    const { id } = await newIdea(at.user.api)
    await at.open('/account')
    await at.page.getByText('There is no token and no app.').waitFor()
    await at.page.goto(`${at.service.url}/ideas/${id}`)
    await at.page.getByRole('region', { name: 'Specifications' }).getByText('There is none yet.').waitFor()
  })

  it('and without a title is shown by its address', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Linked' })
    await at.user.api.post(`/ideas/${id}/links`, { url: 'https://example.org/a', title: '' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('link', { name: 'https://example.org/a' }).waitFor()
  })

  it('and deleted elsewhere is not shown as if it still were there', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Gone' })
    await at.open(`/ideas/${id}`)
    const heading = at.page.getByRole('heading', { name: 'Gone', level: 1 })
    await heading.waitFor()
    await at.user.api.delete(`/ideas/${id}`)
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.getByText('Idea not found').waitFor()
    await heading.waitFor({ state: 'detached' })
  })

  /** As when the page is looked at, or not any more. */
  const look = (state: 'visible' | 'hidden') =>
    at.page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  it('is dated anew each minute while it is looked at', async () => {
    await newIdea(at.user.api)
    await at.open()
    await at.page.clock.install()
    await at.page.reload()
    const time = at.page.locator('.idea-line time')
    await time.getByText('just now').waitFor()
    // What is read again would be shown again.
    await at.page.route('**/api/**', () => undefined)
    await at.page.clock.fastForward(100_000)
    await time.getByText('2 minutes ago').waitFor()
    await look('hidden')
    await at.page.clock.fastForward(180_000)
    await time.getByText('2 minutes ago').waitFor()
    await look('visible')
    await time.getByText('5 minutes ago').waitFor()
  })

  it('and refused later is told above what was read before', async () => {
    await newIdea(at.user.api, { title: 'Rain' })
    await at.open()
    const ideas = /\/api\/v1\/ideas\?/
    await at.page.getByRole('link', { name: 'Rain' }).waitFor()
    await at.page.route(ideas, (route) => route.fulfill({ status: 502, json: { error: 'Not now' } }))
    await look('visible')
    const told = at.page.getByRole('status').filter({ hasText: 'Not now' })
    await told.waitFor()
    const [above, below] = [await told.boundingBox(), await at.page.locator('.lines').boundingBox()]
    expect(above?.y).to.be.lessThan(below?.y ?? 0)
    expect(await faults(at.page)).to.deep.equal([])
    await at.page.unroute(ideas)
    await told.getByRole('button', { name: 'Try again' }).click()
    await told.waitFor({ state: 'detached' })
    await at.page.getByRole('link', { name: 'Rain' }).waitFor()
  })
})
