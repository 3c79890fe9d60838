import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { faults, givenVisiting } from './dashboard.ts'

/** Lists of the account, and of an idea: the names of their sections. */
const OF_ACCOUNT = ['Plan and limits', 'API keys', 'Assistants', 'Where you are signed in']
const OF_IDEA = ['Merged into it', 'Specifications']

describe(`what is read by the dashboard (${CHROMIUM})`, function () {
  this.timeout(60_000)
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
    await expectTold('/account', /\/user\/(usage|api-keys|mcp-tokens|sessions)$/, OF_ACCOUNT)
    await at.page.getByText('this browser').waitFor()
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

  it('and deleted elsewhere is not shown as if it still were there', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Gone' })
    await at.open(`/ideas/${id}`)
    const heading = at.page.getByRole('heading', { name: 'Gone', level: 1 })
    await heading.waitFor()
    await at.user.api.delete(`/ideas/${id}`)
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.getByText('Idea not found').waitFor()
    expect(await heading.count()).to.equal(0)
  })
})
