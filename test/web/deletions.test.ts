import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, newRelation } from '../support/factories.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`what is deleted in the dashboard, before it is gone (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let ids: { soil: number; seeds: number }
  beforeEach(async () => {
    const { id: soil } = await newIdea(at.user.api, { title: 'Soil', tags: ['garden'] })
    const { id: seeds } = await newIdea(at.user.api, { title: 'Seeds' })
    ids = { soil, seeds }
  })
  const click = async (name: string): Promise<void> =>
    at.page.getByRole('button', { name, exact: true }).click()
  const notices = () => at.page.locator('.notice')
  const tagsOf = async (id: number): Promise<string[]> => (await at.user.api.get(`/ideas/${id}`)).body.tags

  it('is deleted before something else is changed, so that a tag can be given again', async () => {
    await at.open('/tags')
    await click('Delete the tag garden')
    await at.page.getByText('The tag “garden” is deleted.').waitFor()
    await at.page.getByRole('link', { name: 'Ideas', exact: true }).click()
    await at.page.getByRole('link', { name: 'Seeds' }).click()
    await at.page.getByLabel('Add a tag').fill('garden')
    await at.page.keyboard.press('Enter')
    await until('the tag is given', async () => (await tagsOf(ids.seeds)).length > 0)
    expect([await tagsOf(ids.soil), await tagsOf(ids.seeds)]).to.deep.equal([[], ['garden']])
    expect(await notices().count()).to.equal(0)
  })

  it('is deleted before something else is changed, so that ideas can be related again', async () => {
    const relation = await newRelation(at.user.api, ids.soil, 'blocks', ids.seeds)
    await at.open(`/ideas/${ids.soil}`)
    await click('Delete the relation to Seeds')
    await at.page.getByText('It stands alone.').waitFor()
    await at.page.getByLabel('How it is related').selectOption({ label: 'blocks' })
    const picker = at.page.getByRole('combobox', { name: 'Find the other idea' })
    await picker.fill('seeds')
    await at.page.getByRole('option', { name: 'Seeds' }).waitFor()
    await picker.press('Enter')
    await at.page.getByRole('link', { name: 'Seeds' }).waitFor()
    const { relations } = (await at.user.api.get(`/ideas/${ids.soil}`)).body
    expect(relations.map(({ id }: { id: number }) => id)).not.to.include(relation)
    expect(relations).to.have.length(1)
  })

  it('is deleted before a file is imported, which may bring it again', async () => {
    await at.open('/tags')
    await click('Delete the tag garden')
    await at.page.getByRole('link', { name: 'Account', exact: true }).click()
    await at.page.getByLabel('An export of this service as JSON or ZIP, or JSON Lines').setInputFiles({
      name: 'ideas.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(JSON.stringify({ title: 'Imported', tags: ['garden'] })),
    })
    await click('Import it')
    await at.page.getByText('Imported 1 idea, 1 tag.').waitFor()
    expect(await tagsOf(ids.soil)).to.deep.equal([])
  })

  it('is awaited by the next change, also when it is being sent already', async () => {
    await at.open(`/ideas/${ids.soil}`)
    const order: string[] = []
    await at.page.route('**/api/v1/ideas/*', async (route) => {
      const method = route.request().method()
      if (method === 'DELETE') await sleep(1_000)
      const response = await route.fetch()
      if (method !== 'GET') order.push(method)
      await route.fulfill({ response })
    })
    await click('Delete')
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByRole('link', { name: 'Seeds' }).click()
    await at.page.getByLabel('Add a tag').fill('garden')
    await at.page.keyboard.press('Enter')
    await until('the tag is given', async () => (await tagsOf(ids.seeds)).length > 0)
    expect(order).to.deep.equal(['DELETE', 'PATCH'])
    expect((await at.user.api.get(`/ideas/${ids.soil}`)).status).to.equal(404)
  })

  it('takes with it what was to be done after it when the user leaves instead of signing in again', async () => {
    await at.open(`/ideas/${ids.soil}`)
    await click('Delete')
    await at.page.getByRole('link', { name: 'Seeds' }).click()
    await at.page.getByLabel('Add a tag').waitFor()
    await at.endSession()
    await at.page.getByLabel('Add a tag').fill('late')
    await at.page.keyboard.press('Enter')
    at.page.once('dialog', (question) => void question.accept())
    await click('Leave instead')
    await at.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await at.page.getByLabel('E-mail address').fill(at.user.email)
    await at.page.getByLabel('Password').fill(PASSWORD)
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('heading', { name: 'Seeds', level: 1 }).waitFor()
    // Whatever waited would have been sent by now.
    await at.page.getByLabel('Add a tag').fill('early')
    await at.page.keyboard.press('Enter')
    await until('the tag is given', async () => (await tagsOf(ids.seeds)).includes('early'))
    expect(await tagsOf(ids.seeds)).to.deep.equal(['early'])
    expect((await at.user.api.get(`/ideas/${ids.soil}`)).status).to.equal(200)
  })

  it('can be undone as long as nothing but deletions follow', async () => {
    await at.open(`/ideas/${ids.soil}`)
    await click('Delete')
    await at.page.getByRole('link', { name: 'Seeds' }).click()
    await click('Delete')
    await until('both are told', async () => (await notices().count()) === 2)
    await notices().filter({ hasText: 'Soil' }).getByRole('button', { name: 'Undo' }).click()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until(
      'the other is deleted',
      async () => (await at.user.api.get(`/ideas/${ids.seeds}`)).status === 404,
    )
    expect((await at.user.api.get(`/ideas/${ids.soil}`)).status).to.equal(200)
  })

  it('is no longer offered as a duplicate, or as related', async () => {
    const ideas = [
      { id: 1, title: 'Rain barrel' },
      { id: 2, title: 'Rain tank' },
      { id: 3, title: 'Roof' },
    ]
    const relations = [{ source_idea_id: 3, target_idea_id: 2, relation_type: 'related' }]
    const duplicates = [{ idea_id: 2, duplicate_of_id: 1, similarity_score: 0.9, status: 'pending' }]
    await at.user.api.post('/user/import', { ideas, relations, duplicates })
    await at.open('/')
    await at.page.getByRole('link', { name: 'Rain tank' }).click()
    await click('Delete')
    await at.page.getByRole('link', { name: 'Duplicates' }).click()
    await at.page.getByText('Nothing to review.').waitFor()
    await at.page.getByRole('link', { name: 'Ideas', exact: true }).click()
    await at.page.getByRole('link', { name: 'Roof' }).click()
    await at.page.getByText('It stands alone.').waitFor()
  })
})
