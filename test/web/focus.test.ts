import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, relate } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`the focus in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let idea: number
  beforeEach(async () => {
    ;({ id: idea } = await newIdea(at.user.api, { title: 'Rain', tags: ['garden'] }))
    const { id: other } = await newIdea(at.user.api, { title: 'Tap' })
    await relate(at.user.api, idea, 'blocks', other)
    await at.user.api.post(`/ideas/${idea}/links`, { url: 'https://example.org', title: 'An article' })
    await at.open(`/ideas/${idea}`)
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

  const section = (name: string) => at.page.getByRole('region', { name })
  const heading = (name: string) => at.page.getByRole('heading', { name, exact: true })
  /** Presses a button among those of a list: the focus goes to the one after it, else before it, else to the heading. */
  const expectNear = async (
    list: Locator,
    end: Locator,
    confirm = async (): Promise<void> => {},
  ): Promise<void> => {
    const items = list.getByRole('listitem')
    await items.nth(2).waitFor()
    const [before, , after, ...others] = await items.allInnerTexts()
    expect(others).to.deep.equal([])
    const isAt = (text = '') =>
      until(
        text,
        async () => (await items.filter({ has: at.page.locator(':focus') }).allInnerTexts())[0] === text,
      )
    await items.nth(1).getByRole('button').focus()
    // A key that is held, which must not press what gets the focus.
    for (let times = 0; times < 3; times += 1) await at.page.keyboard.down('Enter')
    await at.page.keyboard.up('Enter')
    await confirm()
    await isAt(after)
    await at.page.keyboard.press('Enter')
    await confirm()
    await isAt(before)
    await at.page.keyboard.press('Enter')
    await confirm()
    await hasFocus(end)
  }

  it('goes from a credential that is revoked to the next, the one before, the heading', async () => {
    for (const [path, title] of [
      ['/user/api-keys', 'API keys'],
      ['/user/mcp-tokens', 'Assistants'],
    ] as const) {
      const { body } = await at.user.session.get(path)
      for (let made = body.length; made < 3; made += 1) await at.user.session.post(path, { label: `${made}` })
      await at.page.goto(`${at.service.url}/account`)
      await expectNear(section(title), heading(title), async () => {
        await hasFocus(section(title).getByRole('button', { name: 'Not yet' }))
        await at.page.keyboard.press('Shift+Tab')
        await at.page.keyboard.press('Enter')
      })
    }
  })

  it('goes from an attachment that is deleted to the next, the one before, the heading', async () => {
    const file = { mimeType: 'text/plain', buffer: Buffer.from('one') }
    await at.page
      .getByLabel('Attach files')
      .setInputFiles(['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, ...file })))
    await expectNear(section('Attachments'), heading('Attachments'))
  })

  it('goes from a merge that is undone to the next, the one before, the title of the page', async () => {
    for (const title of ['Butt', 'Tank', 'Vat']) {
      const { id } = await newIdea(at.user.api, { title })
      await at.user.api.post(`/ideas/${idea}/merge`, { absorb_id: id })
    }
    await at.page.reload()
    await expectNear(section('Merged into it'), heading('Rain'))
  })

  it('goes to the title of the page when ideas are changed together', async () => {
    await at.page.getByRole('link', { name: 'Ideas', exact: true }).click()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByLabel('Add a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Tagged “spring”').waitFor()
    await hasFocus(heading('Ideas'))
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByLabel('Set the status').selectOption('shelved')
    await at.page.getByRole('button', { name: 'Set it' }).press('Enter')
    await at.page.getByText('Now shelved').waitFor()
    await hasFocus(heading('Ideas'))
  })

  it('goes to the title with another page of ideas, and to the first of more tags', async () => {
    const ideas = Array.from({ length: 21 }, (_, place) => ({
      title: `Idea ${place}`,
      tags: Array.from({ length: 10 }, (_tag, count) => `tag ${place}-${count}`),
    }))
    await at.user.api.post('/user/import', { ideas })
    await at.page.getByRole('link', { name: 'Ideas', exact: true }).click()
    await at.page.getByRole('button', { name: 'Next' }).press('Enter')
    await hasFocus(heading('Ideas'))
    await at.page.getByRole('link', { name: 'Tags', exact: true }).click()
    await at.page.getByRole('button', { name: 'Show 11 more' }).press('Enter')
    await hasFocus(at.page.getByLabel(/^Name of the tag/).nth(200))
  })

  it('is in the first field after signing out', async () => {
    await at.page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await hasFocus(at.page.getByLabel('E-mail address'))
  })
})

async function hasFocus(place: Locator): Promise<void> {
  await until('it has the focus', async () => place.evaluate((element) => element === document.activeElement))
}
