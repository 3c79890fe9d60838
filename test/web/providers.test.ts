import { expect } from 'chai'
import { newMasterKey } from '../../src/platform/auth/cipher.ts'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { SPEC } from '../features/develop/specification.ts'
import { newIdea } from '../support/factories.ts'
import type { FakeProviders } from '../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../support/given-providers.ts'
import { startService, type TestService } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`language models in the dashboard (${CHROMIUM})`, () => {
  let providers: FakeProviders
  let service: TestService
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() } })
  })
  const at = givenVisiting(async () => service)
  after(async () => service?.close())
  const develop = async (): Promise<void> => {
    const { id } = await newIdea(at.user.api, { title: 'Rain barrel' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('button', { name: 'Develop it into a specification' }).click()
  }

  it('are used by keys that are saved, tested and removed, and never shown', async () => {
    await at.open('/account')
    await at.page.getByLabel('OpenAI').fill('sk-secret')
    await at.page.getByLabel('OpenAI').press('Enter')
    await at.page.getByText('The key of OpenAI is saved.').waitFor()
    await at.page.getByRole('button', { name: 'Test the key of OpenAI' }).click()
    await at.page.getByText('OpenAI accepts the key.').waitFor()
    providers.behave('bad-key')
    await at.page.getByRole('button', { name: 'Test the key of OpenAI' }).click()
    await at.page.getByText('OpenAI refuses the key.').waitFor()
    expect(await at.page.content()).not.to.include('sk-secret')
    await at.page.getByRole('button', { name: 'Remove the key of OpenAI' }).click()
    await at.page.getByText('The key of OpenAI is removed.').waitFor()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByLabel('OpenAI', { exact: true }).waitFor()
    await at.page.reload()
    await at.page.getByLabel('OpenAI', { exact: true }).waitFor()
    expect((await at.user.api.get('/user/byok/status')).body.provider_b).to.equal(false)
  })

  it('are used by the key of the next user, although one before has just removed theirs', async () => {
    const next = await service.createUser('pro', PASSWORD)
    await storeProviderKey(at.user, 'provider_b')
    await storeProviderKey(next, 'provider_b')
    await at.open('/account')
    await at.page.getByRole('button', { name: 'Remove the key of OpenAI' }).click()
    // As for the consent to an app, in another tab.
    const data = { email: next.email, password: PASSWORD }
    await at.visited.context.request.post(`${service.url}/api/v1/auth/sign-in`, { data })
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.getByRole('heading', { name: 'Ideas', level: 1 }).waitFor()
    await at.visited.settled()
    expect((await next.api.get('/user/byok/status')).body.provider_b).to.equal(true)
  })

  it('are used by the key that was saved last, also while the former one waits to be removed', async () => {
    const there = async () => (await at.user.api.get('/user/byok/status')).body.provider_b
    await storeProviderKey(at.user, 'provider_b')
    await at.open('/account')
    await at.page.getByRole('button', { name: 'Remove the key of OpenAI' }).click()
    await at.page.getByLabel('OpenAI').fill('sk-next')
    await at.page.getByLabel('OpenAI').press('Enter')
    await at.page.getByText('The key of OpenAI is saved.').waitFor()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByRole('button', { name: 'Test the key of OpenAI' }).click()
    await at.page.getByText('OpenAI accepts the key.').waitFor()
    expect(await there()).to.equal(true)
  })

  it('write a specification, which is shown as it comes and kept', async () => {
    await storeProviderKey(at.user, 'provider_a')
    await develop()
    await at.page.locator('details summary', { hasText: /just now/ }).click()
    await at.page.locator('details .markdown h1, details .markdown h2').first().waitFor()
  })

  it('go on after a busy moment and a session that ended, and are asked once', async () => {
    await storeProviderKey(at.user, 'provider_a')
    let sent = 0
    const { id } = await newIdea(at.user.api, { title: 'Rain barrel' })
    await at.open(`/ideas/${id}`)
    await at.page.route('**/develop', async (route) => {
      sent += 1
      if (sent === 2) await at.endSession()
      if (sent > 1) return route.fallback()
      await route.fulfill({ status: 503, headers: { 'Retry-After': '3' }, json: { error: 'Not now' } })
    })
    const asked = providers.requests.length
    await at.page.getByRole('button', { name: 'Develop it into a specification' }).click()
    await at.page.getByText('The service is busy.').waitFor()
    await at.signInAgain()
    await at.page.locator('details summary').waitFor()
    expect([sent, providers.requests.length - asked]).to.deep.equal([3, 1])
  })

  it('lead to where a key is saved as long as there is none', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain barrel' })
    await at.open(`/ideas/${id}`)
    await at.page.getByRole('link', { name: 'Add your key' }).click()
    await at.page.getByRole('heading', { name: 'Your AI keys' }).waitFor()
    await until('the page is scrolled there', async () => (await at.page.evaluate(() => scrollY)) > 0)
  })

  it('write on when the page is left, are shown there again, and are asked once', async () => {
    await storeProviderKey(at.user, 'provider_a')
    const asked = providers.requests.length
    providers.behave('hold')
    await develop()
    await at.page.getByText('Being written …').waitFor()
    await providers.asked(asked + 1)
    await at.page.getByRole('link', { name: 'Tags', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await at.page.goBack()
    await at.page.getByText('Being written …').waitFor()
    providers.release()
    await at.page.locator('details summary').waitFor()
    expect(providers.requests.length - asked).to.equal(1)
  })

  it('are stopped on their way', async () => {
    await storeProviderKey(at.user, 'provider_a')
    providers.behave('hold')
    await develop()
    await at.page.getByText('Being written …').waitFor()
    await at.page.getByRole('button', { name: 'Stop' }).click()
    await at.page.getByText('It was stopped.').waitFor()
    providers.release()
  })
})
