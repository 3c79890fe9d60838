import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { faults, givenVisiting } from './dashboard.ts'

describe(`the tags in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  beforeEach(async () => {
    await newIdea(at.user.api, { title: 'T', tags: ['ui', 'interface'] })
    await at.open('/tags')
  })
  const names = async (): Promise<string[]> =>
    (await at.user.api.get('/tags')).body.map(({ name }: { name: string }) => name)
  const field = (name: string) => at.page.getByLabel(`Name of the tag ${name}`, { exact: true })

  it('are merged after a question', async () => {
    const merge = async (): Promise<void> => {
      await at.page.getByLabel('Merge the tag ui into').fill('Interface')
      await at.page.keyboard.press('Enter')
      await at.page.getByText('Merge “ui” into “interface” on 1 idea?').waitFor()
    }
    await merge()
    expect(await faults(at.page)).to.deep.equal([])
    await at.page.getByRole('button', { name: 'Not yet' }).click()
    await at.page.getByText('Merge “ui”').waitFor({ state: 'detached' })
    expect(await names()).to.have.members(['ui', 'interface'])
    await merge()
    await at.page.getByRole('button', { name: 'Merge', exact: true }).click()
    await at.page.getByText('“ui” is “interface” now').waitFor()
    expect(await names()).to.deep.equal(['interface'])
  })

  it('are deleted unless that is undone', async () => {
    const remove = at.page.getByRole('button', { name: 'Delete the tag ui', exact: true })
    await remove.click()
    await field('ui').waitFor({ state: 'detached' })
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await field('ui').waitFor()
    await remove.click()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until('the tag is deleted', async () => (await names()).join() === 'interface')
  })

  it('of an idea are shown while they are being given', async () => {
    const { id } = await newIdea(at.user.api)
    await at.open(`/ideas/${id}`)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await at.page.route(`**/api/v1/ideas/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    await at.page.getByLabel('Add a tag').fill('slow')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Remove the tag slow' }).waitFor()
    expect(await names()).not.to.include('slow')
    answer()
    await until('the tag is given', async () => (await names()).includes('slow'))
  })

  it('stay in the field of an idea when they are refused', async () => {
    const { id } = await newIdea(at.user.api)
    await at.open(`/ideas/${id}`)
    const field = at.page.getByLabel('Add a tag')
    await field.fill('x'.repeat(51))
    await at.page.keyboard.press('Enter')
    await at.page.locator('.notice.error', { hasText: /add tags .*50/ }).waitFor()
    expect(await field.inputValue()).to.equal('x'.repeat(51))
  })

  it('have the name that the service has: not one that it refused, but one that was given elsewhere', async () => {
    await field('ui').fill('interface')
    await at.page.keyboard.press('Enter')
    await until('the name is the true one', async () => (await field('ui').inputValue()) === 'ui')
    await at.page.locator('.notice.error').waitFor()
    await at.user.api.patch('/tags/ui', { name: 'design' })
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await field('design').waitFor()
    expect(await field('design').inputValue()).to.equal('design')
  })
})
