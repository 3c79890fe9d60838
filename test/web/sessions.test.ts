import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { OAuthClient, pkce } from '../features/oauth/oauth-client.ts'
import { newIdea } from '../support/factories.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { givenVisiting, signIn } from './dashboard.ts'

/** Captures an idea as far as the page goes without a session. */
async function capture(page: Page, title: string): Promise<void> {
  await page.keyboard.press('c')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
}

/** The dialog that asks for the password again. */
function signInAgain(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign in again' })
}

/** Leaves where the password is asked for again, and gives up what was typed. */
async function leaveInstead(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept())
  await signInAgain(page).getByRole('button', { name: 'Leave instead' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
}

/** When a tab believes that the session ends, and how many tabs wait to renew it. */
async function seenBy(tab: Page): Promise<{ endsAt: number; waiting: number | undefined }> {
  return tab.evaluate(async () => ({
    endsAt: Number(localStorage.getItem('ideas-session-ends-at')),
    waiting: (await navigator.locks.query()).pending?.length,
  }))
}

describe(`sessions in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  const titles = async (): Promise<string[]> =>
    (await at.user.api.get('/ideas?sort=title&order=asc')).body.map(({ title }: { title: string }) => title)

  it('that end lose nothing that was typed', async () => {
    await at.open()
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Kept')
    await at.endSession()
    await at.page.keyboard.press('Enter')
    await at.signInAgain()
    await at.page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor()
    expect((await at.user.api.get('/ideas')).body).to.have.length(1)
  })

  it('are known where somebody has signed in for an app only', async () => {
    await at.open()
    await at.page.evaluate(() => localStorage.clear())
    await at.page.reload()
    await at.page.getByRole('button', { name: 'Sign out' }).waitFor()
  })

  it('are of all tabs: one signs out, and so does the other', async () => {
    await at.open()
    const other = await at.visited.context.newPage()
    await other.goto(`${at.service.url}/tags`)
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await at.page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('that will end soon are renewed by one tab for all', async () => {
    await at.open()
    const { context } = at.visited
    let renewals = 0
    context.on('request', (request) => (renewals += Number(request.url().endsWith('/auth/refresh'))))
    const soon = Date.now() + 60_000
    await at.page.evaluate((time) => localStorage.setItem('ideas-session-ends-at', String(time)), soon)
    const others = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
    await Promise.all(others.map(async (tab) => tab.goto(`${at.service.url}/tags`)))
    await Promise.all(
      others.map(async (tab) => tab.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()),
    )
    for (const tab of [at.page, ...others]) {
      await until('the tab knows of the renewal', async () => {
        const { endsAt, waiting } = await seenBy(tab)
        return endsAt > soon && waiting === 0
      })
    }
    expect(renewals).to.equal(1)
  })

  it('that end go on in all tabs after one sign-in', async () => {
    await at.open()
    const other = await at.visited.context.newPage()
    await other.goto(at.service.url)
    await other.getByRole('heading', { name: 'Ideas', level: 1 }).waitFor()
    // What is still being read would ask for the password first.
    await other.waitForLoadState('networkidle')
    await at.endSession()
    await capture(other, 'From the other tab')
    await signInAgain(other).waitFor()
    await at.page.bringToFront()
    await capture(at.page, 'From this tab')
    await at.signInAgain()
    await other.getByRole('heading', { name: 'From the other tab', level: 1 }).waitFor()
    await at.page.getByRole('heading', { name: 'From this tab', level: 1 }).waitFor()
    expect(await titles()).to.deep.equal(['From the other tab', 'From this tab'])
  })

  it('that end while somebody types take nothing of it for the password', async () => {
    const title = 'Typed to its end while the page found out'
    await at.open()
    await at.endSession()
    await at.page.keyboard.press('c')
    // As the page does by itself every 20 seconds, and when it is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.keyboard.type(title, { delay: 50 })
    await at.page.keyboard.press('Enter')
    await at.signInAgain()
    await at.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  })

  it('that end are asked for until somebody signs in or leaves, whatever is pressed', async () => {
    await at.open()
    await at.endSession()
    await capture(at.page, 'Kept')
    await signInAgain(at.page).waitFor()
    for (let presses = 0; presses < 3; presses += 1) await at.page.keyboard.press('Escape')
    await at.signInAgain()
    await at.page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor()
  })

  it('of somebody else begin with nothing of who left', async () => {
    const next = await at.service.createUser('pro', PASSWORD)
    await at.open()
    await at.endSession()
    await capture(at.page, 'Mine alone')
    await leaveInstead(at.page)
    await signIn(at.page, next)
    await at.page.getByText('There is no idea yet').waitFor()
    await at.page.keyboard.press('c')
    expect(await at.page.getByLabel('Title').inputValue()).to.equal('')
    expect((await next.api.get('/ideas')).body).to.deep.equal([])
    expect(await titles()).to.deep.equal([])
  })

  it('begin with no dialog that was left open', async () => {
    await at.open()
    await at.endSession()
    await capture(at.page, 'Left')
    await leaveInstead(at.page)
    await signIn(at.page, at.user)
    await at.page.getByText('There is no idea yet').waitFor()
    expect(await at.page.getByRole('dialog').count()).to.equal(0)
  })

  it('of somebody else, who signed in for an app in another tab, are known when a tab is looked at again', async () => {
    const next = await at.service.createUser('pro', PASSWORD)
    await newIdea(at.user.api, { title: 'Mine alone' })
    await at.open()
    await at.page.getByText('Mine alone').waitFor()
    const client = await new OAuthClient(at.service.url).register({ client_name: 'An editor' })
    const other = await at.visited.context.newPage()
    await other.goto(client.authorizeUrl(pkce().challenge))
    await other.getByRole('link', { name: 'Use another account' }).click()
    await other.getByLabel('E-mail address').fill(next.email)
    await other.getByLabel('Password').fill(PASSWORD)
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: /^Allow/ }).waitFor()
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.locator('.who', { hasText: next.email }).waitFor()
    await at.page.getByText('There is no idea yet').waitFor()
  })

  it('leave no message about what only who has left may see', async () => {
    const { id } = await newIdea(at.user.api, { title: 'A secret' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.locator('.notice').waitFor()
    await at.page.getByRole('button', { name: 'Sign out' }).click()
    await at.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect(await at.page.locator('.notice').count()).to.equal(0)
  })

  it('that have ended leave no message about what was still to be done', async () => {
    const { id } = await newIdea(at.user.api, { title: 'A secret' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.endSession()
    await capture(at.page, 'Left')
    await signInAgain(at.page).waitFor()
    await until('the deletion has begun', async () => (await at.page.locator('.notice').count()) === 0)
    await leaveInstead(at.page)
    await at.visited.settled()
    expect(await at.page.locator('.notice').count()).to.equal(0)
  })

  it('are not said to be over while the service has not heard of it', async () => {
    await at.open()
    const out = at.page.getByRole('button', { name: 'Sign out' })
    await at.visited.context.setOffline(true)
    await out.click()
    await at.page.getByText('The service cannot be reached.').waitFor()
    await at.visited.context.setOffline(false)
    await out.click()
    await at.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect((await at.user.session.get('/user/sessions')).body).to.have.length(1)
  })

  it('end after what was being deleted is deleted', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Gone' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByRole('button', { name: 'Sign out' }).click()
    await at.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await until('the idea is deleted', async () => (await titles()).length === 0)
  })
})
