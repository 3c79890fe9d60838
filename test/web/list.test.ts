import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`ideas in the list of the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()

  it('have titles of 200 characters, however long these are in memory, and are told to be too long by the service', async () => {
    const title = '🌧️'.repeat(100)
    await at.open()
    await at.page.keyboard.press('c')
    await at.page.getByLabel('Title').fill(`${title}x`)
    await at.page.keyboard.press('Enter')
    await at.page.getByText(/title .*200/).waitFor()
    await at.page.getByLabel('Title').fill(title)
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  })

  it('are changed together: a tag, a status', async () => {
    await newIdeaIds(at.user.api, 3)
    await at.open()
    await at.page.getByRole('checkbox').nth(2).waitFor()
    for (const box of (await at.page.getByRole('checkbox').all()).slice(0, 2)) await box.check()
    await at.page.getByText('2 chosen').waitFor()
    await at.page.getByLabel('Add a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Tagged “spring”: 2 of 2 ideas.').waitFor()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByLabel('Set the status').selectOption('shelved')
    await at.page.getByRole('button', { name: 'Set it' }).click()
    await at.page.getByText('Now shelved: 1 of 1 idea').waitFor()
    const ideas = (await at.user.api.get('/ideas')).body
    expect(
      ideas.map(({ tags, status }: { tags: string[]; status: string }) => [...tags, status]),
    ).to.deep.equal([['spring', 'shelved'], ['spring', 'captured'], ['captured']])
  })

  it('are at the place where they were, on the way back from one of them', async () => {
    await newIdeaIds(at.user.api, 20)
    await at.open()
    const last = at.page.locator('.idea-line').last()
    await last.scrollIntoViewIfNeeded()
    const top = () => at.page.evaluate(() => scrollY)
    await until('the place is noted', () => at.page.evaluate(() => history.state?.top === scrollY))
    const before = await top()
    expect(before).to.be.above(0)
    await last.getByRole('link').first().click()
    await at.page.getByRole('heading', { name: 'Relations' }).waitFor()
    expect(await top()).to.equal(0)
    await at.page.goBack()
    await until('the list is where it was', async () => (await top()) === before)
    await at.page.reload()
    await until('the list is where it was after a reload', async () => (await top()) === before)
  })

  it('keep their status while one is looked for by the arrow keys', async () => {
    await newIdeaIds(at.user.api, 2)
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    const status = at.page.getByLabel('Set the status')
    await status.press('ArrowDown')
    await status.press('ArrowDown')
    expect(await status.inputValue()).to.equal('exploring')
    await at.visited.settled()
    expect((await at.user.api.get('/ideas/counts')).body.by_status.captured).to.equal(2)
  })

  it('are changed one after the other, which can be stopped: what was done stays, the rest is still chosen', async () => {
    await newIdeaIds(at.user.api, 5)
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByRole('button', { name: 'Choose all of this page' }).click()
    await at.page.getByText('5 chosen').waitFor()
    let asked = 0
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/ideas/*', async (route) => {
      if (route.request().method() === 'PATCH') asked += 1
      if (asked === 3) await stopped
      return route.fallback()
    })
    await at.page.getByLabel('Set the status').selectOption('shelved')
    await at.page.getByRole('button', { name: 'Set it' }).click()
    await at.page.getByText('2 of 5 ideas changed').waitFor()
    expect(await at.page.getByRole('progressbar', { name: 'Ideas changed' }).getAttribute('value')).to.equal(
      '2',
    )
    await at.page.getByRole('button', { name: 'Stop' }).click()
    goOn()
    await at.page.getByText('Now shelved: 3 of 5 ideas.').waitFor()
    await at.page.getByText('2 chosen').waitFor()
    const { by_status: counts } = (await at.user.api.get('/ideas/counts')).body
    expect([asked, counts.shelved, counts.captured]).to.deep.equal([3, 3, 2])
  })

  it('get a tag in parts where they are many, over several pages', async () => {
    await newIdeaIds(at.user.api, 60)
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    for (const chosen of [20, 40, 60]) {
      await at.page.getByRole('checkbox', { checked: false }).first().waitFor()
      await at.page.getByRole('button', { name: 'Choose all of this page' }).click()
      await at.page.getByText(`${chosen} chosen`).waitFor()
      if (chosen < 60) await at.page.getByRole('button', { name: 'Next' }).click()
    }
    await at.page.getByLabel('Add a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Tagged “spring”: 60 of 60 ideas.').waitFor()
    expect((await at.user.api.get('/tags')).body[0].count).to.equal(60)
  })

  it('are listed in the order that is chosen', async () => {
    for (const title of ['Beta', 'Gamma', 'Alpha']) await newIdea(at.user.api, { title })
    await at.open()
    await at.page.getByLabel('Order').selectOption('title')
    const titles = async () => (await at.page.locator('.idea-line > div > a').allTextContents()).join()
    await until('the titles are in order', async () => (await titles()) === 'Alpha,Beta,Gamma')
    await at.page.reload()
    await until('they are so again', async () => (await titles()) === 'Alpha,Beta,Gamma')
  })

  it('are listed as usual at an address that asks for what there is not', async () => {
    await newIdea(at.user.api, { title: 'Rain' })
    await at.open()
    for (const query of [
      'sort=colour',
      'page=-1',
      'page=one',
      'page=1.5',
      'page=1e300',
      'page=999999999',
      'status=lost',
    ]) {
      await at.page.goto(`${at.service.url}/?${query}`)
      await at.page.getByRole('link', { name: 'Rain' }).waitFor()
      expect(await at.page.getByLabel('Order').inputValue()).to.equal('-created_at')
    }
    await at.page.goto(`${at.service.url}/search?q=rain&mode=telepathic`)
    await at.page.getByRole('link', { name: 'Rain' }).waitFor()
    expect(await at.page.getByLabel('Search by').inputValue()).to.equal('hybrid')
  })

  it('lose a tag together, but not by half a word', async () => {
    for (const title of ['One', 'Two']) await newIdea(at.user.api, { title, tags: ['spring'] })
    await at.open()
    for (const box of [0, 1]) await at.page.getByRole('checkbox').nth(box).check()
    let asked = 0
    at.page.on('request', (request) => (asked += Number(request.url().endsWith('/tags/bulk'))))
    await at.page.getByLabel('Add a tag').fill('hal')
    await at.page.getByRole('heading', { name: 'Ideas', level: 1 }).click()
    await at.page.getByLabel('Add a tag').fill('')
    await at.page.getByLabel('Add a tag').press('Backspace')
    await at.page.getByLabel('Remove a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('No longer tagged “spring”: 2 of 2 ideas.').waitFor()
    expect(asked).to.equal(1)
    expect((await at.user.api.get('/tags')).body.map(({ count }: { count: number }) => count)).to.deep.equal([
      0,
    ])
  })

  it('are still chosen when a tag is taken away that there is not', async () => {
    await newIdeaIds(at.user.api, 2)
    await at.open()
    for (const box of [0, 1]) await at.page.getByRole('checkbox').nth(box).check()
    await at.page.getByLabel('Remove a tag').fill('sprong')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Tag not found').waitFor()
    await at.page.getByText('2 chosen').waitFor()
  })

  it('that are deleted elsewhere keep those of other pages from a change only once', async () => {
    const ids = await newIdeaIds(at.user.api, 22)
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByRole('button', { name: 'Next' }).click()
    await at.page.getByRole('checkbox').nth(2).waitFor({ state: 'detached' })
    // It stays on its page when one of the page before is deleted.
    await at.page.getByRole('checkbox').nth(1).check()
    await at.page.getByText('2 chosen').waitFor()
    await at.user.api.delete(`/ideas/${ids[21]}`)
    await at.page.getByLabel('Add a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Idea not found').waitFor()
    await at.page.getByText('1 chosen').waitFor()
    await at.page.getByLabel('Add a tag').fill('spring')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Tagged “spring”: 1 of 1 idea.').waitFor()
  })

  it('that are deleted elsewhere are chosen no longer, and their empty page leads to the last', async () => {
    const ids = await newIdeaIds(at.user.api, 21)
    // As when the page is looked at again.
    const look = async () => at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByRole('checkbox').nth(1).check()
    await at.page.getByText('2 chosen').waitFor()
    await at.user.api.delete(`/ideas/${ids[20]}`)
    await look()
    await at.page.getByText('1 chosen').waitFor()
    await newIdea(at.user.api)
    await look()
    await at.page.getByRole('button', { name: 'Next' }).click()
    await at.page.getByText('21–21 of 21').waitFor()
    await at.user.api.delete(`/ideas/${ids[0]}`)
    await look()
    await at.page.getByRole('checkbox').nth(19).waitFor()
    expect(await at.page.getByText('There is no idea yet').count()).to.equal(0)
  })
})
