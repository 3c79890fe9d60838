import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdeaIds } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`a page of the dashboard that is left (${CHROMIUM})`, () => {
  const at = givenVisiting()

  it('stops a change of many ideas after the one under way, and tells how many were changed', async () => {
    await newIdeaIds(at.user.api, 4)
    await at.open()
    await at.page.getByRole('checkbox').first().check()
    await at.page.getByRole('button', { name: 'Choose all of this page' }).click()
    await at.page.getByText('4 chosen').waitFor()
    let asked = 0
    const { promise: isLeft, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/ideas/*', async (route) => {
      if (route.request().method() === 'PATCH') asked += 1
      if (asked === 2) await isLeft
      return route.fallback()
    })
    await at.page.getByLabel('Set the status').selectOption('shelved')
    await at.page.getByRole('button', { name: 'Set it' }).click()
    await at.page.getByText('1 of 4 ideas changed').waitFor()
    await at.page.getByRole('link', { name: 'Tags', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    goOn()
    await at.page.getByText('Now shelved: 2 of 4 ideas.').waitFor()
    expect(asked).to.equal(2)
    expect((await at.user.api.get('/ideas/counts')).body.by_status.shelved).to.equal(2)
  })

  it('asks before what is typed is lost by signing out', async () => {
    await at.open()
    const asked: string[] = []
    at.page.on('dialog', (dialog) => {
      if (dialog.type() === 'confirm') asked.push(dialog.message())
      void (dialog.type() === 'confirm' && asked.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await at.page.keyboard.press('c')
    await at.page.getByLabel('Title').fill('For later')
    await at.page.keyboard.press('Escape')
    // Nothing of what is kept is on the page then.
    await at.page.goto(`${at.service.url}/tags`)
    const signOut = at.page.getByRole('button', { name: 'Sign out' })
    await signOut.click()
    await at.page.keyboard.press('c')
    expect(await at.page.getByLabel('Title').inputValue()).to.equal('For later')
    await at.page.keyboard.press('Escape')
    await signOut.click()
    await at.page.getByLabel('E-mail address').waitFor()
    expect(asked).to.deep.equal(Array(2).fill('What you typed and did not save is lost. Sign out?'))
  })

  it('asks before it is closed only while something typed is not sent', async () => {
    await at.open()
    const asked: string[] = []
    at.page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await at.page.keyboard.press('c')
    await at.page.getByLabel('Title').fill('An idea that is not sent')
    await at.page.close({ runBeforeUnload: true })
    await until('the browser asks', () => asked.length === 1)
    expect([asked, at.page.isClosed()]).to.deep.equal([['beforeunload'], false])
    await at.page.keyboard.press('Enter')
    await at.page.getByText('An idea that is not sent').first().waitFor()
    await at.page.close({ runBeforeUnload: true })
    await until('it is closed', () => at.page.isClosed())
    expect(asked).to.have.length(1)
  })
})
