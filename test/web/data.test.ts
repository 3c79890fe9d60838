import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { faults, givenVisiting } from './dashboard.ts'

describe(`exports and imports in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  beforeEach(async () => {
    await at.open('/account')
  })
  const ideas = async (): Promise<unknown[]> => (await at.user.api.get('/ideas')).body
  const exported = async (name: string) => {
    const download = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name }).click()
    return download
  }
  const choose = async (text: string): Promise<void> => {
    await at.page.getByLabel('An export of this service as JSON or ZIP, or JSON Lines').setInputFiles({
      name: 'ideas.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(text),
    })
    await at.page.getByRole('button', { name: 'Import it' }).click()
  }
  const progress = () => at.page.getByRole('progressbar', { name: 'The import is under way' })
  const page = async (name: string): Promise<void> => {
    await at.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
    await at.page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  it('stream a file to the disk by the browser itself', async () => {
    await newIdea(at.user.api, { title: 'To and fro' })
    const begun = at.page.getByText('The export has begun').waitFor()
    expect((await exported('Everything, as JSON')).suggestedFilename()).to.match(/\.json$/)
    await begun
    const csv = await exported('Ideas, as CSV')
    expect(csv.suggestedFilename()).to.match(/\.csv$/)
    expect(await readFile(await csv.path(), 'utf8')).to.include('To and fro')
  })

  it('wait for the password where the session has ended, and the page stays', async () => {
    await at.page.reload()
    // What is still being read would ask for the password first.
    await at.visited.settled()
    await at.endSession()
    const download = exported('Everything, as JSON')
    await at.signInAgain()
    expect((await download).suggestedFilename()).to.match(/\.json$/)
    await at.page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  })

  for (const [when, path, text] of [
    ['before they begin', 'me', 'Come back later. Try again in 1 hour'],
    ['by themselves', 'export/csv', 'The export could not begin'],
  ] as const) {
    it(`that are refused ${when} leave the page, and say so`, async () => {
      await at.page.route(`**/api/v1/user/${path}`, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '3600' },
          json: { error: 'Come back later' },
        }),
      )
      await at.page.getByRole('button', { name: 'Ideas, as CSV' }).click()
      await at.page.locator('.notice', { hasText: text }).waitFor()
      await at.page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
      expect(await faults(at.page)).to.deep.equal([])
      await at.page.unroute(`**/api/v1/user/${path}`)
      expect((await exported('Everything, as JSON')).suggestedFilename()).to.match(/\.json$/)
    })
  }

  it('tell what is wrong until the next file, and what was made', async () => {
    await choose('{"title": "Fine"}\n{"title": ""}\n')
    const refusal = at.page.getByRole('alert').filter({ hasText: 'lines.2.title must not be empty' })
    await refusal.getByRole('listitem').waitFor()
    expect(await faults(at.page)).to.deep.equal([])
    await page('Tags')
    await page('Account')
    await refusal.waitFor()
    await choose('{"title": "Fine", "tags": ["new"]}\n')
    await at.page.getByText('Imported 1 idea, 1 tag.').waitFor()
    expect(await refusal.count()).to.equal(0)
    expect(await ideas()).to.have.length(1)
  })

  it('of the same file change nothing, and say so', async () => {
    await choose('{"title": "Once"}\n')
    await at.page.getByText('Imported 1 idea.').waitFor()
    await choose('{"title": "Once"}\n')
    await at.page.getByText('This file was imported before; nothing was changed.').waitFor()
    expect(await ideas()).to.have.length(1)
  })

  it('go on when the page is left, are shown again, and are not sent twice', async () => {
    let asked = 0
    const { promise: isBack, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/user/import', async (route) => {
      asked += 1
      await isBack
      return route.fallback()
    })
    await choose('{"title": "Patient"}\n')
    await progress().waitFor()
    await page('Tags')
    await page('Account')
    await progress().waitFor()
    await choose('{"title": "Impatient"}\n')
    await at.page.getByText('An import is under way.').waitFor()
    goOn()
    await at.page.getByText('Imported 1 idea.').waitFor()
    expect([asked, (await ideas()).length]).to.deep.equal([1, 1])
  })

  for (const [how, button] of [
    ['by their button', 'Stop'],
    ['by signing out', 'Sign out'],
  ] as const) {
    it(`are stopped ${how}`, async () => {
      await at.page.route('**/api/v1/user/import', () => undefined)
      await choose('{"title": "Late"}\n')
      await progress().waitFor()
      expect(await faults(at.page)).to.deep.equal([])
      await at.page.getByRole('button', { name: button }).click()
      await at.page.getByText('The import was stopped.').waitFor()
      await progress().waitFor({ state: 'detached' })
      expect(await ideas()).to.deep.equal([])
      await at.page.unroute('**/api/v1/user/import')
    })
  }
})
