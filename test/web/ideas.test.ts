import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`ideas in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  const heading = async (name: string) => at.page.getByRole('heading', { name, level: 1 }).waitFor()

  it('are captured from any page by keyboard alone, with tags that are completed', async () => {
    await at.user.api.post('/tags', { name: 'garden' })
    await at.open('/tags')
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Rain barrel')
    await at.page.keyboard.press('Tab')
    await at.page.keyboard.type('Collect **rain**.')
    await at.page.keyboard.press('Tab')
    const known = at.page.locator('dialog datalist option')
    await known.waitFor({ state: 'attached' })
    expect(await known.getAttribute('value')).to.equal('garden')
    await at.page.keyboard.type('garden,water')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
    await at.page.keyboard.press('Enter')
    await heading('Rain barrel')
    expect(await at.page.locator('.markdown strong').textContent()).to.equal('rain')
    const [idea] = (await at.user.api.get('/ideas')).body
    expect(idea).to.deep.include({
      title: 'Rain barrel',
      body: 'Collect **rain**.',
      tags: ['garden', 'water'],
      source: 'web',
    })
    await at.page.keyboard.press('c')
    expect(await at.page.getByLabel('Title').inputValue(), 'the next one').to.equal('')
  })

  it('that exist already are offered instead of an error', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain barrel' })
    await at.open()
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Rain barrel')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('You have this idea already').waitFor()
    await at.page.getByRole('link', { name: 'Open it' }).click()
    await heading('Rain barrel')
    expect(at.page.url()).to.equal(`${at.service.url}/ideas/${id}`)
  })

  it('that are half typed are there again after a reload', async () => {
    await at.open()
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Half an id')
    await at.page.reload()
    await at.page.getByRole('button', { name: 'Capture C' }).click()
    expect(await at.page.getByLabel('Title').inputValue()).to.equal('Half an id')
  })

  it('are told what to do where there are none', async () => {
    await at.open()
    await at.page.getByText('There is no idea yet').waitFor()
    await at.page.getByRole('button', { name: 'Capture an idea' }).click()
    await at.page.getByRole('dialog', { name: 'Capture an idea' }).waitFor()
  })

  it('are listed by status and tag, with counts, in an order, page by page', async () => {
    await newIdeaIds(at.user.api, 21)
    await newIdea(at.user.api, { title: 'Built', status: 'building', tags: ['shed'] })
    await at.open()
    await at.page.getByRole('link', { name: 'all 22' }).waitFor()
    await at.page.getByText('1–20 of 22').waitFor()
    await at.page.getByRole('button', { name: 'Next' }).click()
    await at.page.getByText('21–22 of 22').waitFor()
    await at.page.getByRole('link', { name: 'building 1' }).click()
    await at.page.getByRole('link', { name: 'Built' }).waitFor()
    expect(await at.page.locator('.idea-line').count()).to.equal(1)
    await at.page.getByRole('link', { name: 'shed', exact: true }).click()
    await at.page.getByRole('link', { name: 'all 1' }).waitFor()
    expect(new URL(at.page.url()).search).to.equal('?tag=shed')
    await at.page.reload()
    await at.page.getByRole('button', { name: 'Remove the tag shed' }).click()
    await at.page.getByRole('link', { name: 'all 22' }).waitFor()
  })

  it('are listed by several tags, which show their colours and are read once for the whole page', async () => {
    await newIdea(at.user.api, { title: 'Both', tags: ['garden', 'water'] })
    await newIdea(at.user.api, { title: 'One', tags: ['garden'] })
    await at.user.api.patch('/tags/water', { color: '#ffff00' })
    await at.open('/?tag=garden')
    await at.page.getByRole('link', { name: 'all 2' }).waitFor()
    let asked = 0
    at.page.on('request', (request) => (asked += Number(request.url().endsWith('/api/v1/tags'))))
    await at.page.reload()
    await at.page.getByLabel('Filter by tag').fill('water')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('link', { name: 'all 1' }).waitFor()
    expect(new URL(at.page.url()).search).to.equal('?tag=garden&tag=water')
    await at.page.getByRole('checkbox', { name: 'Choose One' }).waitFor({ state: 'detached' })
    const colours = (place: string) =>
      at.page
        .locator(`${place} .dot`)
        .evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor))
    expect(await colours('.idea-line')).to.deep.equal(['rgb(255, 255, 0)'])
    await at.page.getByRole('checkbox').check()
    await at.page.getByRole('link', { name: 'Both' }).click()
    await heading('Both')
    expect(await colours('.tag-input')).to.deep.equal(['rgb(255, 255, 0)'])
    expect(asked).to.equal(1)
  })

  it('are edited in place', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', body: 'Old' })
    await at.open(`/ideas/${id}`)
    await heading('Rain')
    await at.page.keyboard.press('e')
    await at.page.getByLabel('Title').fill('Rain barrel')
    await at.page
      .getByLabel('Text, in Markdown')
      .fill('New <img src=x onerror=alert(1)> [x](javascript:alert(1))')
    await at.page.keyboard.press('Control+Enter')
    await heading('Rain barrel')
    await at.page.locator('.markdown p', { hasText: 'New' }).waitFor()
    expect(await at.page.locator('.markdown img').count()).to.equal(0)
    expect(await at.page.locator('.markdown a').count()).to.equal(0)
    expect(await at.page.locator('.markdown').innerText()).to.include('x')
    await at.page.getByLabel('Status').selectOption('exploring')
    await until(
      'the status is set',
      async () => (await at.user.api.get(`/ideas/${id}`)).body.status === 'exploring',
    )
  })

  it('that were changed elsewhere meanwhile are put together by who edits them', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', body: 'Old' })
    await at.open(`/ideas/${id}`)
    await heading('Rain')
    await at.page.keyboard.press('e')
    await at.page.getByLabel('Text, in Markdown').fill('Mine')
    await at.user.api.patch(`/ideas/${id}`, { body: 'Theirs' })
    await at.page.getByRole('button', { name: 'Save', exact: true }).click()
    await at.page.getByText('This idea was changed meanwhile.').waitFor()
    expect(await at.page.locator('.theirs').textContent()).to.equal('Theirs')
    expect(await at.page.getByLabel('Text, in Markdown').inputValue()).to.equal('Mine')
    await at.page.getByLabel('Text, in Markdown').fill('Theirs and mine')
    await at.page.getByRole('button', { name: 'Save mine over it' }).click()
    await at.page.locator('.markdown', { hasText: 'Theirs and mine' }).waitFor()
    expect((await at.user.api.get(`/ideas/${id}`)).body.body).to.equal('Theirs and mine')
  })

  it('show what changes elsewhere without a reload', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Before' })
    await at.open(`/ideas/${id}`)
    await heading('Before')
    await at.user.api.patch(`/ideas/${id}`, { title: 'After' })
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await heading('After')
  })

  it('that are deleted come back for ten seconds', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByText('There is no idea yet').waitFor()
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.getByRole('link', { name: 'Rain' }).click()
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByText('“Rain” is deleted.').waitFor()
    expect((await at.user.api.get(`/ideas/${id}`)).status).to.equal(200)
    await at.page.getByText('“Rain” is deleted.').waitFor({ state: 'detached' })
    await until('the idea is deleted', async () => (await at.user.api.get(`/ideas/${id}`)).status === 404)
  })

  it('that are deleted are not there by Back, until the deletion is undone', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain' })
    await at.open()
    await at.page.getByRole('link', { name: 'Rain' }).click()
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByText('There is no idea yet').waitFor()
    await at.page.goBack()
    await heading('No such idea')
    expect(new URL(at.page.url()).pathname).to.equal(`/ideas/${id}`)
    expect(await at.page.getByRole('button', { name: 'Edit E' }).count()).to.equal(0)
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await heading('Rain')
    await at.page.getByRole('button', { name: 'Edit E' }).waitFor()
  })

  it('have links that are added, and deleted unless that is undone', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Linked' })
    const links = async () =>
      (await at.user.api.get(`/ideas/${id}`)).body.links.map(({ url }: { url: string }) => url)
    await at.open(`/ideas/${id}`)
    await at.page.getByLabel('Address of a link').fill('https://example.org/a')
    await at.page.keyboard.press('Enter')
    const link = at.page.getByRole('link', { name: 'https://example.org/a' })
    await link.waitFor()
    expect(await link.getAttribute('rel')).to.equal('noreferrer noopener')
    const remove = at.page.getByRole('button', { name: 'Delete the link https://example.org/a' })
    await remove.click()
    await link.waitFor({ state: 'detached' })
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await link.waitFor()
    expect(await links()).to.deep.equal(['https://example.org/a'])
    await remove.click()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until('the link is deleted', async () => (await links()).length === 0)
  })

  it('have tags that are added and taken away, and suggested ones that are kept or refused', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', tags: ['garden', 'water', 'roof'] })
    await database.query(
      `MATCH (:Idea {id: $id})-[x:TAGGED]->(t) WHERE t.name <> 'garden' SET x.auto = true`,
      { id },
    )
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Keep the suggested tag water' }).click()
    await at.page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
    await at.page.getByRole('button', { name: 'Refuse the suggested tag roof' }).click()
    await at.page.getByText('roof?').waitFor({ state: 'detached' })
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.getByRole('button', { name: 'Refuse the suggested tag roof' }).click()
    await at.page.getByText('roof?').waitFor({ state: 'detached' })
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByRole('button', { name: 'Remove the tag garden' }).click()
    await at.page.getByRole('button', { name: 'Remove the tag garden' }).waitFor({ state: 'detached' })
    await at.page.getByLabel('Add a tag').fill('barrel')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Remove the tag barrel' }).waitFor()
    const details = async () => (await at.user.api.get(`/ideas/${id}`)).body.tag_details
    const names = async () => (await details()).map(({ name }: { name: string }) => name).join()
    await until('one is refused and one is given', async () => (await names()) === 'water,barrel')
    expect(await details()).to.deep.equal([
      { name: 'water', auto: false },
      { name: 'barrel', auto: false },
    ])
  })

  it('lose a tag by Backspace, and have it back by an undo', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', tags: ['garden'] })
    const tags = async () => (await at.user.api.get(`/ideas/${id}`)).body.tags
    await at.open(`/ideas/${id}`)
    await at.page.getByLabel('Add a tag').press('Backspace')
    await at.page.getByText('The tag “garden” is taken away.').waitFor()
    expect(await tags()).to.deep.equal([])
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.getByRole('button', { name: 'Remove the tag garden' }).waitFor()
    await until('it is given again', async () => (await tags()).join() === 'garden')
  })

  it('lose as many tags by Backspace as it is pressed, and have those that are refused', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain', tags: ['garden', 'roof', 'water'] })
    const tags = async () => (await at.user.api.get(`/ideas/${id}`)).body.tags
    await at.open(`/ideas/${id}`)
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/**', async (route) => {
      if (route.request().method() !== 'GET') await promise
      await route.continue()
    })
    const field = at.page.getByLabel('Add a tag')
    const remove = at.page.getByRole('button', { name: /^Remove the tag/ })
    await remove.nth(2).waitFor()
    await field.press('Backspace')
    await field.press('Backspace')
    expect(await remove.count()).to.equal(1)
    goOn()
    await until('both are taken away', async () => (await tags()).join() === 'garden')
    await at.visited.settled()
    expect(await remove.count()).to.equal(1)
    await field.fill('water')
    await field.press('Enter')
    await at.page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
    await at.page.route('**/api/v1/tags/bulk', (route) =>
      route.fulfill({ status: 409, json: { error: 'No' } }),
    )
    await field.press('Backspace')
    await at.page.locator('.notice.error').waitFor()
    await at.page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
  })

  it('have the status that the service has after it refused another', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain' })
    await at.open(`/ideas/${id}`)
    await at.page.route(`**/api/v1/ideas/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fulfill({ status: 409, json: { error: 'Not like that' } })
    })
    const status = at.page.getByLabel('Status')
    await status.selectOption('exploring')
    await at.page.getByText('Not like that').waitFor()
    await until('the true status is shown', async () => (await status.inputValue()) === 'captured')
  })
})
