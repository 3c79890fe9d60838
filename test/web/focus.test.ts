import type { Locator } from 'playwright-core'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, relate } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`the focus in the dashboard (${CHROMIUM})`, function () {
  this.timeout(60_000)
  const at = givenVisiting()
  beforeEach(async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', tags: ['garden'] })
    const { id: other } = await newIdea(at.user.api, { title: 'Tap' })
    await relate(at.user.api, id, 'blocks', other)
    await at.user.api.post(`/ideas/${id}/links`, { url: 'https://example.org', title: 'An article' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('heading', { name: 'Rain', level: 1 }).waitFor()
  })

  it('is in the title when an idea is edited, and on the way to edit it again afterwards', async () => {
    for (const end of ['Save', 'Discard']) {
      await at.page.keyboard.press('e')
      await hasFocus(at.page.getByLabel('Title'))
      await at.page.getByRole('button', { name: end, exact: true }).click()
      await hasFocus(at.page.getByRole('button', { name: 'Edit E' }))
    }
  })

  it('stays near what is taken away', async () => {
    await at.page.getByRole('button', { name: 'Remove the tag garden' }).click()
    await hasFocus(at.page.getByLabel('Add a tag'))
    await at.page.getByRole('button', { name: 'Delete the relation to Tap' }).click()
    await hasFocus(at.page.getByRole('heading', { name: 'Relations', exact: true }))
    await at.page.getByRole('button', { name: 'Delete the link An article' }).click()
    await hasFocus(at.page.getByRole('heading', { name: 'Links', exact: true }))
    await at.page.getByRole('button', { name: 'Remove the tag garden' }).waitFor({ state: 'detached' })
  })
})

async function hasFocus(place: Locator): Promise<void> {
  await until('it has the focus', async () => place.evaluate((element) => element === document.activeElement))
}
