import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { CHROMIUM, givenChromium } from '../features/oauth/chromium.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { sharedService, type TestService, type TestUser } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { expectQuiet, visitAs, type Visit } from './dashboard.ts'

describe(`ideas in the dashboard (${CHROMIUM})`, function () {
  this.timeout(60_000)
  let browser: Browser
  let service: TestService
  let user: TestUser
  let visited: Visit
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  let page: Page
  givenChromium((given) => (browser = given))
  beforeEach(async () => {
    service = await sharedService()
    user = await service.createUser('pro', PASSWORD)
  })
  afterEach(async () => {
    expectQuiet(visited)
    await visited.close()
  })
  const open = async (path = '/'): Promise<void> => {
    visited = await visitAs(browser, service, user, path)
    ;({ page } = visited)
  }
  const heading = async (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  it('are captured from any page by keyboard alone, with tags that are completed', async () => {
    await user.api.post('/tags', { name: 'garden' })
    await open('/tags')
    await page.keyboard.press('c')
    await page.keyboard.type('Rain barrel')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Collect **rain**.')
    await page.keyboard.press('Tab')
    expect(
      await page
        .locator('dialog datalist option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).to.deep.equal(['garden'])
    await page.keyboard.type('garden,water')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
    await page.keyboard.press('Enter')
    await heading('Rain barrel')
    expect(await page.locator('.markdown strong').textContent()).to.equal('rain')
    const [idea] = (await user.api.get('/ideas')).body
    expect(idea).to.deep.include({
      title: 'Rain barrel',
      body: 'Collect **rain**.',
      tags: ['garden', 'water'],
      source: 'web',
    })
  })

  it('that exist already are offered instead of an error', async () => {
    const { id } = await newIdea(user.api, { title: 'Rain barrel' })
    await open()
    await page.keyboard.press('c')
    await page.keyboard.type('Rain barrel')
    await page.keyboard.press('Enter')
    await page.getByText('You have this idea already').waitFor()
    await page.getByRole('link', { name: 'Open it' }).click()
    await heading('Rain barrel')
    expect(page.url()).to.equal(`${service.url}/ideas/${id}`)
  })

  it('that are half typed are there again after a reload', async () => {
    await open()
    await page.keyboard.press('c')
    await page.keyboard.type('Half an id')
    await page.reload()
    await page.getByRole('button', { name: 'Capture C' }).click()
    expect(await page.getByLabel('Title').inputValue()).to.equal('Half an id')
  })

  it('are told what to do where there are none', async () => {
    await open()
    await page.getByText('There is no idea yet').waitFor()
    await page.getByRole('button', { name: 'Capture an idea' }).click()
    await page.getByRole('dialog', { name: 'Capture an idea' }).waitFor()
  })

  it('are listed by status and tag, with counts, in an order, page by page', async () => {
    await newIdeaIds(user.api, 21)
    await newIdea(user.api, { title: 'Built', status: 'building', tags: ['shed'] })
    await open()
    await page.getByRole('link', { name: 'all 22' }).waitFor()
    await page.getByText('1–20 of 22').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('21–22 of 22').waitFor()
    await page.getByRole('link', { name: 'building 1' }).click()
    await page.getByRole('link', { name: 'Built' }).waitFor()
    expect(await page.locator('.idea-line').count()).to.equal(1)
    await page.getByRole('link', { name: 'shed', exact: true }).click()
    await page.getByRole('link', { name: 'all 1' }).waitFor()
    expect(new URL(page.url()).search).to.equal('?tag=shed')
    await page.reload()
    await page.getByRole('link', { name: 'Show all tags' }).click()
    await page.getByRole('link', { name: 'all 22' }).waitFor()
  })

  it('are changed together: a tag, a status', async () => {
    const ids = await newIdeaIds(user.api, 3)
    await open()
    await page.getByRole('checkbox').nth(2).waitFor()
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check()
    await page.getByText('2 chosen').waitFor()
    await page.getByLabel('Add a tag').fill('spring')
    await page.keyboard.press('Enter')
    await page.getByText('spring: 2 of 2 ideas changed.').waitFor()
    await page.getByRole('checkbox').first().check()
    await page.getByLabel('Set the status').selectOption('shelved')
    await page.getByText('1 ideas are shelved.').waitFor()
    const ideas = (await user.api.get('/ideas')).body
    expect(
      ideas.map(({ tags, status }: { tags: string[]; status: string }) => [...tags, status]),
    ).to.deep.equal([['spring', 'shelved'], ['spring', 'captured'], ['captured']])
    expect(ids).to.have.length(3)
  })

  it('are edited in place', async () => {
    const { id } = await newIdea(user.api, { title: 'Rain', body: 'Old' })
    await open(`/ideas/${id}`)
    await heading('Rain')
    await page.keyboard.press('e')
    await page.getByLabel('Title').fill('Rain barrel')
    await page
      .getByLabel('Text, in Markdown')
      .fill('New <img src=x onerror=alert(1)> [x](javascript:alert(1))')
    await page.keyboard.press('Control+Enter')
    await heading('Rain barrel')
    expect(await page.locator('.markdown img').count()).to.equal(0)
    expect(await page.locator('.markdown a').getAttribute('href')).to.equal('')
    await page.getByLabel('Status').selectOption('exploring')
    await until(
      'the status is set',
      async () => (await user.api.get(`/ideas/${id}`)).body.status === 'exploring',
    )
  })

  it('that were changed elsewhere meanwhile are put together by who edits them', async () => {
    const { id } = await newIdea(user.api, { title: 'Rain', body: 'Old' })
    await open(`/ideas/${id}`)
    await heading('Rain')
    await page.keyboard.press('e')
    await page.getByLabel('Text, in Markdown').fill('Mine')
    await user.api.patch(`/ideas/${id}`, { body: 'Theirs' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This idea was changed meanwhile.').waitFor()
    expect(await page.locator('.theirs').textContent()).to.equal('Theirs')
    expect(await page.getByLabel('Text, in Markdown').inputValue()).to.equal('Mine')
    await page.getByLabel('Text, in Markdown').fill('Theirs and mine')
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.locator('.markdown', { hasText: 'Theirs and mine' }).waitFor()
    expect((await user.api.get(`/ideas/${id}`)).body.body).to.equal('Theirs and mine')
  })

  it('show what changes elsewhere without a reload', async () => {
    const { id } = await newIdea(user.api, { title: 'Before' })
    await open(`/ideas/${id}`)
    await heading('Before')
    await user.api.patch(`/ideas/${id}`, { title: 'After' })
    // As when the page is looked at again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await heading('After')
  })

  it('that are deleted come back for ten seconds', async () => {
    const { id } = await newIdea(user.api, { title: 'Rain' })
    await open(`/ideas/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There is no idea yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Rain' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('“Rain” is deleted.').waitFor()
    expect((await user.api.get(`/ideas/${id}`)).status).to.equal(200)
    await page.getByText('“Rain” is deleted.').waitFor({ state: 'detached', timeout: 15_000 })
    await until('the idea is deleted', async () => (await user.api.get(`/ideas/${id}`)).status === 404)
  })

  it('have tags that are added and taken away, and suggested ones that are kept or refused', async () => {
    const { id } = await newIdea(user.api, { title: 'Rain', tags: ['garden', 'water', 'roof'] })
    await database.query(
      `MATCH (:Idea {id: $id})-[x:TAGGED]->(t) WHERE t.name <> 'garden' SET x.auto = true`,
      { id },
    )
    await open(`/ideas/${id}`)
    await page.getByRole('button', { name: 'Keep the suggested tag water' }).click()
    await page.getByRole('button', { name: 'Remove the tag water' }).waitFor()
    await page.getByRole('button', { name: 'Refuse the suggested tag roof' }).click()
    await page.getByText('roof?').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove the tag garden' }).click()
    await page.getByRole('button', { name: 'Remove the tag garden' }).waitFor({ state: 'detached' })
    await page.getByLabel('Add a tag').fill('barrel')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag barrel' }).waitFor()
    expect((await user.api.get(`/ideas/${id}`)).body.tag_details).to.deep.equal([
      { name: 'water', auto: false },
      { name: 'barrel', auto: false },
    ])
  })
})
