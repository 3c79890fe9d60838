import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { CHROMIUM, givenChromium } from '../features/oauth/chromium.ts'
import { givenService, sharedService, type TestService } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { expectQuiet, visit } from './dashboard.ts'

describe(`a new account in the dashboard (${CHROMIUM})`, () => {
  let browser: Browser
  let open: TestService
  givenChromium((given) => (browser = given))
  givenService((given) => (open = given), { env: { ALLOW_SIGN_UP: 'true' } })

  it('is opened where anybody may, after what is refused has been told', async () => {
    const visited = await visit(browser, open)
    const { page } = visited
    await page.getByRole('button', { name: 'I have no account yet' }).click()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('E-mail address').fill((await open.createUser()).email)
    await page.keyboard.press('Enter')
    await page.getByText('An account with this e-mail address exists already').waitFor()
    await page.getByLabel('E-mail address').fill('me@machine')
    await page.keyboard.press('Enter')
    await page.getByText(/email must be/).waitFor()
    await page.getByLabel('E-mail address').fill(`${randomUUID()}@example.org`)
    await page.keyboard.press('Enter')
    await page.getByText('There is no idea yet').waitFor()
    expectQuiet(visited)
    await visited.close()
  })

  it('is not offered elsewhere', async () => {
    const visited = await visit(browser, await sharedService())
    await visited.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await visited.page.getByRole('button').count()).to.equal(1)
    await visited.close()
  })
})
