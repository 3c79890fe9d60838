import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, newIdeaIds } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting, signIn, visit, loseFirstAnswer } from './dashboard.ts'

describe(`troubles in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()

  it('with a password are told, and the page that was asked for comes after the right one', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Deep' })
    at.visited = await visit(at.browser, at.service, `/ideas/${id}`)
    at.page = at.visited.page
    await at.page.getByLabel('E-mail address').fill(at.user.email)
    await at.page.getByLabel('Password').fill('wrong')
    await at.page.keyboard.press('Enter')
    await at.page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor()
    await signIn(at.page, at.user)
    await at.page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
    await at.page.reload()
    await at.page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
    await at.page.getByRole('button', { name: 'Sign out' }).click()
    await at.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('with the network wait calmly, and go on when it is back', async () => {
    await at.open()
    const { promise: isOffline, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/api/v1/tags', async (route) => {
      await isOffline
      return route.fulfill({ json: [] })
    })
    const late = at.page.waitForResponse('**/api/v1/tags')
    // As when the page is looked at again.
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.visited.context.setOffline(true)
    await at.page.getByText('You are offline.').waitFor()
    // An answer that was on its way says nothing of the network now.
    goOn()
    await late
    await at.page.waitForTimeout(100)
    expect(await at.page.getByText('You are offline.').isVisible()).to.equal(true)
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('From the tunnel')
    await at.page.keyboard.press('Enter')
    await at.page.waitForTimeout(500)
    await at.visited.context.setOffline(false)
    await at.page.getByRole('heading', { name: 'From the tunnel', level: 1 }).waitFor()
    expect(await at.page.getByText('You are offline.').isVisible()).to.equal(false)
    expect((await at.user.api.get('/ideas')).body).to.have.length(1)
  })

  for (const status of [429, 503]) {
    it(`with ${status} wait as long as they are told, and change nothing twice`, async () => {
      await at.open()
      let asked = 0
      const keys = new Set<string | undefined>()
      await at.page.route('**/api/v1/ideas?*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        asked += 1
        keys.add(route.request().headers()['idempotency-key'])
        if (asked > 1) return route.fallback()
        await route.fulfill({ status, headers: { 'Retry-After': '3' }, json: { error: 'Not now' } })
      })
      await at.page.keyboard.press('c')
      await at.page.keyboard.type('Patient')
      await at.page.keyboard.press('Enter')
      await at.page.getByText('The service is busy.').waitFor()
      await at.page.getByRole('heading', { name: 'Patient', level: 1 }).waitFor()
      expect([asked, keys.size]).to.deep.equal([2, 1])
    })
  }

  it('with a service that cannot answer yet are told before anything else is shown', async () => {
    await at.open()
    let asked = 0
    await at.page.route('**/api/v1/user/me', async (route) => {
      asked += 1
      if (asked > 1) return route.fallback()
      await route.fulfill({ status: 503, json: { error: 'Not now' } })
    })
    await at.page.reload()
    await at.page.getByText('The service is busy.').waitFor()
    await at.page.getByRole('heading', { name: 'Ideas', level: 1 }).waitFor()
    expect(await at.page.getByText('The service is busy.').isVisible()).to.equal(false)
  })

  it('with an answer that was lost send the same again, which makes one idea', async () => {
    await at.open()
    const asked = await loseFirstAnswer(at.page, 'POST', '**/api/v1/ideas?*')
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Once')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('heading', { name: 'Once', level: 1 }).waitFor()
    expect([asked(), (await at.user.api.get('/ideas')).body.length]).to.deep.equal([2, 1])
  })

  it('with an answer that held a secret send nothing again, for nobody would know the first one', async () => {
    await at.open('/account')
    const asked = await loseFirstAnswer(at.page, 'POST', '**/api/v1/user/api-keys')
    const keys = at.page.getByRole('region', { name: 'API keys' })
    const before = (await at.user.session.get('/user/api-keys')).body.length
    await keys.getByRole('button', { name: 'Make a key' }).click()
    await at.page.getByText('The answer was lost.').waitFor()
    expect(asked()).to.equal(1)
    expect((await at.user.session.get('/user/api-keys')).body).to.have.length(before + 1)
  })

  it('with the code of the map are told, and it is loaded at the next try', async () => {
    await at.open()
    await at.page.route('**/assets/map-page*.js', async (route) => route.abort('connectionreset'))
    await at.page.getByRole('link', { name: 'Map' }).click()
    await at.page.getByText('This page could not be loaded.').waitFor()
    await at.page.unroute('**/assets/map-page*.js')
    await at.page.getByRole('button', { name: 'Load it again' }).click()
    await at.page.getByRole('heading', { name: 'Map', level: 1 }).waitFor()
  })

  it('with a deletion whose answer was lost are none: it is sent again, and nothing is told', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Gone' })
    await at.open(`/ideas/${id}`)
    const answers: number[] = []
    await at.page.route(`**/api/v1/ideas/${id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      const response = await route.fetch()
      answers.push(response.status())
      await (answers.length === 1 ? route.abort('connectionreset') : route.fulfill({ response }))
    })
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByText('“Gone” is deleted.').waitFor()
    await at.page.getByText('There is no idea yet').waitFor()
    // An answer to another request would take the notice away.
    await at.visited.settled()
    // As when the page is left, which sends it at once.
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByText('Trying again').waitFor()
    await until('it is sent again', async () => answers.length === 2)
    await at.page.getByText('Trying again').waitFor({ state: 'hidden' })
    await at.visited.settled()
    expect(answers).to.deep.equal([200, 404])
    expect(await at.page.getByText('not found').count()).to.equal(0)
  })

  it('with a service that is busy and a session that ends are waited for by an import, too', async () => {
    // Once all is read, because an answer to another request would take the notice away.
    await at.open('/account')
    let asked = 0
    await at.page.route('**/api/v1/user/import', async (route) => {
      asked += 1
      if (asked === 2) await at.endSession()
      if (asked > 1) return route.fallback()
      await route.fulfill({ status: 503, headers: { 'Retry-After': '3' }, json: { error: 'Not now' } })
    })
    await at.page.getByLabel('An export of this service as JSON or ZIP, or JSON Lines').setInputFiles({
      name: 'ideas.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"title": "Kept"}\n'),
    })
    await at.page.getByRole('button', { name: 'Import it' }).click()
    await at.page.getByText('The service is busy.').waitFor()
    await at.signInAgain()
    await at.page.getByText('Imported 1 idea.').waitFor()
    expect([asked, (await at.user.api.get('/ideas')).body.length]).to.deep.equal([3, 1])
  })

  it('with a slow network are waited for: pages tell that they load, and nothing is sent twice', async () => {
    await newIdea(at.user.api, { title: 'Far away' })
    await at.open()
    const far = at.page.getByRole('link', { name: 'Far away' })
    await far.waitFor()
    const sent: string[] = []
    at.page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.method())
    })
    const chromium = await at.visited.context.newCDPSession(at.page)
    await chromium.send('Network.enable')
    await chromium.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1_500,
      downloadThroughput: 20_000,
      uploadThroughput: 20_000,
    })
    await far.click()
    await at.page.getByText('Loading …').waitFor()
    await at.page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor()
    const pressTwice = async (): Promise<void> => {
      await at.page.keyboard.press('Control+Enter')
      await at.page.keyboard.press('Control+Enter')
      await at.page.locator("form[aria-busy='true']").waitFor()
    }
    await at.page.keyboard.press('c')
    await at.page.keyboard.type('Patience')
    await at.page.keyboard.press('Tab')
    await at.page.keyboard.type('It takes its time')
    await pressTwice()
    await at.page.getByRole('heading', { name: 'Patience', level: 1 }).waitFor()
    await at.page.keyboard.press('e')
    await at.page.getByLabel('Text, in Markdown').fill('It took its time')
    await pressTwice()
    await at.page.locator('.markdown', { hasText: 'It took its time' }).waitFor()
    expect(sent).to.deep.equal(['POST', 'PATCH'])
    expect(await at.page.locator('.banner:visible, .notice.error').count()).to.equal(0)
  })

  it('with an idea that is not there are told', async () => {
    await at.open('/ideas/999999999')
    await at.page.getByText('Idea not found').waitFor()
    await at.page.getByRole('link', { name: 'To your ideas' }).click()
    await at.page.getByRole('heading', { name: 'Ideas', level: 1 }).waitFor()
  })

  it('with an idea that was merged lead to the one into which it was', async () => {
    const [survivor, absorbed] = await newIdeaIds(at.user.api, 2)
    await at.user.api.post(`/ideas/${survivor}/merge`, { absorb_id: absorbed })
    await at.open(`/ideas/${absorbed}`)
    await at.page.getByRole('link', { name: 'To the idea into which it was merged' }).click()
    await at.page.waitForURL(`**/ideas/${survivor}`)
  })
})
