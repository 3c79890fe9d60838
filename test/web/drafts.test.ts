import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`what is typed in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let id: number
  beforeEach(async () => {
    ;({ id } = await newIdea(at.user.api, { title: 'Rain', body: 'Old' }))
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('heading', { name: 'Rain', level: 1 }).waitFor()
  })
  const text = () => at.page.getByLabel('Text, in Markdown')
  const type = async (words: string): Promise<void> => {
    await at.page.keyboard.press('e')
    await text().fill(words)
  }
  const goOn = () => at.page.getByRole('button', { name: 'Go on editing (unsaved)' })
  const body = async (): Promise<string> => (await at.user.api.get(`/ideas/${id}`)).body.body

  it('and left before the idea was changed elsewhere is not saved over that change', async () => {
    await type('Mine')
    await at.user.api.patch(`/ideas/${id}`, { body: 'Theirs' })
    await at.page.reload()
    await goOn().click()
    expect(await text().inputValue()).to.equal('Mine')
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.getByText('This idea was changed meanwhile.').waitFor()
    expect(await body()).to.equal('Theirs')
    await at.page.getByRole('button', { name: 'Keep what it is now' }).click()
    await at.page.locator('.markdown', { hasText: 'Theirs' }).waitFor()
    await at.page.getByRole('button', { name: 'Edit E' }).waitFor()
    expect(await body()).to.equal('Theirs')
  })

  it('of an idea that one deletes oneself goes with it', async () => {
    await type('Mine')
    const isKept = async () => at.page.evaluate(() => sessionStorage.length > 0)
    await until('it is kept', isKept)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until('it is not kept any more', async () => !(await isKept()))
  })

  /** Holds what the page writes to ideas until it is released. */
  const held = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/ideas**', async (route) => {
      if (route.request().method() !== 'GET') await promise
      await route.continue()
    })
    return resolve
  }

  it('while it is being saved stays to be saved', async () => {
    const release = await held()
    await type('Mine')
    await at.page.keyboard.press('Control+Enter')
    await text().fill('Mine, and more')
    release()
    await at.page.getByText('Saved. What you typed meanwhile is not saved yet.').waitFor()
    expect([await body(), await text().inputValue()]).to.deep.equal(['Mine', 'Mine, and more'])
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.locator('.markdown', { hasText: 'Mine, and more' }).waitFor()
    expect(await body()).to.equal('Mine, and more')
  })

  it('while a new idea is being captured is gone on with there', async () => {
    const release = await held()
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Barrel')
    await at.page.keyboard.press('Enter')
    await text().fill('With a lid')
    release()
    await goOn().click()
    expect(await text().inputValue()).to.equal('With a lid')
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.locator('.markdown', { hasText: 'With a lid' }).waitFor()
    await at.page.keyboard.press('c')
    expect(await at.page.getByLabel('Title').inputValue()).to.equal('')
  })

  it('is saved without a question when only something else of the idea was changed', async () => {
    await type('Mine')
    await at.user.api.patch(`/ideas/${id}`, { add_tags: ['garden'], status: 'exploring' })
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.locator('.markdown', { hasText: 'Mine' }).waitFor()
    expect(await body()).to.equal('Mine')
  })

  it('is discarded, and comes back for ten seconds', async () => {
    await type('Mine')
    await at.page.getByRole('button', { name: 'Discard' }).click()
    await at.page.locator('.markdown', { hasText: 'Old' }).waitFor()
    await at.page.getByRole('button', { name: 'Undo' }).click()
    expect(await text().inputValue()).to.equal('Mine')
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.locator('.markdown', { hasText: 'Mine' }).waitFor()
    expect(await body()).to.equal('Mine')
    expect(await goOn().count()).to.equal(0)
  })

  it('is not replaced by what was discarded before', async () => {
    await type('Mine')
    await at.page.getByRole('button', { name: 'Discard' }).click()
    await type('Newer')
    await at.page.getByRole('button', { name: 'Undo' }).click()
    expect(await text().inputValue()).to.equal('Newer')
  })

  it('is discarded without a word where nothing was changed', async () => {
    await type('Old')
    await at.page.getByRole('button', { name: 'Discard' }).click()
    await at.page.getByRole('button', { name: 'Edit E' }).waitFor()
    expect(await at.page.getByText('What you typed is discarded.').count()).to.equal(0)
  })

  const asNew = () => at.page.getByRole('button', { name: 'Save as a new idea' })

  it('into an idea that is deleted elsewhere becomes a new idea', async () => {
    await type('Mine')
    await at.user.api.delete(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.getByText('This idea was deleted meanwhile.').waitFor()
    expect(await text().inputValue()).to.equal('Mine')
    await at.page.reload()
    await at.page.getByText('This idea was deleted meanwhile.').waitFor()
    expect(await text().inputValue()).to.equal('Mine')
    const release = await held()
    await asNew().click()
    await text().fill('Mine, and more')
    release()
    await goOn().click()
    expect(await text().inputValue()).to.equal('Mine, and more')
    const [idea] = (await at.user.api.get('/ideas')).body
    expect(idea).to.deep.include({ title: 'Rain', body: 'Mine' })
  })

  it('while the idea is merged elsewhere goes on, and is discarded or taken back', async () => {
    const { id: survivor } = await newIdea(at.user.api, { title: 'Barrel' })
    await type('Mine')
    await at.user.api.post(`/ideas/${survivor}/merge`, { absorb_id: id })
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.getByText('This idea was merged into another meanwhile.').waitFor()
    await at.page.keyboard.type(', and more')
    expect(await text().inputValue()).to.equal('Mine, and more')
    expect(await at.page.getByRole('button', { name: 'Delete', exact: true }).count()).to.equal(0)
    await at.page.getByRole('button', { name: 'Discard' }).click()
    await at.page.getByText('Idea not found').waitFor()
    await at.page.getByRole('button', { name: 'Undo' }).click()
    expect(await text().inputValue()).to.equal('Mine, and more')
    await at.page.getByRole('link', { name: 'To the idea into which it was merged' }).click()
    await at.page.getByRole('heading', { name: 'Barrel', level: 1 }).waitFor()
    await at.page.goBack()
    await asNew().waitFor()
    expect(await text().inputValue()).to.equal('Mine, and more')
  })

  it('of a new idea that is kept for later is not captured when the network is there again', async () => {
    await at.page.context().setOffline(true)
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Barrel')
    await at.page.keyboard.press('Enter')
    await at.page.locator('.banner:visible').waitFor()
    await at.page.getByRole('button', { name: 'Keep for later' }).click()
    await at.page.context().setOffline(false)
    await at.page.locator('.banner:visible').waitFor({ state: 'detached' })
    await at.visited.settled()
    expect((await at.user.api.get('/ideas')).body).to.have.length(1)
    await at.page.keyboard.press('c')
    expect(await at.page.getByLabel('Title').inputValue()).to.equal('Barrel')
  })

  it('of a new idea is kept with its tags for later', async () => {
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Barrel')
    const dialog = at.page.getByRole('dialog', { name: 'Capture an idea' })
    await dialog.getByLabel('Tags').fill('garden')
    await at.page.keyboard.press('Enter')
    await dialog.getByLabel('Tags').fill('half')
    await dialog.getByRole('button', { name: 'Keep for later' }).click()
    await at.page.reload()
    await at.page.getByRole('button', { name: 'Capture C' }).click()
    await dialog.getByRole('button', { name: 'Remove the tag garden' }).waitFor()
    await dialog.getByRole('button', { name: 'Remove the tag half' }).waitFor()
    await dialog.getByRole('button', { name: 'Capture', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Barrel', level: 1 }).waitFor()
    expect((await at.user.api.get('/ideas')).body[0].tags).to.have.members(['garden', 'half'])
  })
})
