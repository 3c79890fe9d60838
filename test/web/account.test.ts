import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { OAuthClient } from '../features/oauth/oauth-client.ts'
import { newIdea } from '../support/factories.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { givenVisiting, loseFirstAnswer } from './dashboard.ts'

describe(`the account in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  beforeEach(async () => {
    await at.open('/account')
  })
  const section = (name: string) => at.page.getByRole('region', { name })
  const revoke = async (title: string, name: string): Promise<void> => {
    await section(title)
      .getByRole('button', { name: `Revoke ${name}` })
      .click()
    await section(title).getByRole('group').getByRole('button', { name: 'Revoke' }).click()
  }
  const session = (text: string) =>
    section('Where you are signed in').getByRole('listitem').filter({ hasText: text })

  it('makes an API key, which is shown once and works, and revokes it', async () => {
    const keys = section('API keys')
    await keys.getByLabel('What the new one of API keys is for').fill('backup')
    await keys.getByRole('checkbox', { name: 'only reads' }).check()
    await keys.getByRole('button', { name: /^Make a/ }).click()
    const secret = (await keys.locator('.warning code').textContent()) ?? ''
    const program = at.service.anonymous.with({ 'X-API-Key': secret })
    expect((await program.get('/ideas')).status).to.equal(200)
    expect((await program.post('/ideas', { title: 'T' })).status).to.equal(403)
    await revoke('API keys', 'backup')
    await at.page.getByText('backup is revoked.').waitFor()
    expect((await program.get('/ideas')).status).to.equal(401)
    expect(await at.page.content()).not.to.include(secret)
  })

  it('asks before it revokes a key, and leaves it as it is where the answer is no', async () => {
    const { key } = (await at.user.session.post('/user/api-keys', { label: 'backup' })).body
    await at.page.reload()
    await section('API keys').getByRole('button', { name: 'Revoke backup' }).click()
    await at.page.keyboard.press('Enter')
    await until('the question is gone', async () => (await at.page.getByRole('group').count()) === 0)
    await section('API keys').locator('button:focus', { hasText: 'Revoke' }).waitFor()
    const program = at.service.anonymous.with({ 'X-API-Key': key })
    expect((await program.get('/ideas')).status).to.equal(200)
  })

  it('hides a new key when its owner has noted it', async () => {
    const keys = section('API keys')
    await keys.getByRole('button', { name: /^Make a/ }).click()
    const secret = (await keys.locator('.warning code').textContent()) ?? ''
    await keys.getByRole('button', { name: 'I have it' }).click()
    expect(await at.page.content()).not.to.include(secret)
  })

  it('makes a token for an assistant', async () => {
    const tokens = section('Assistants')
    await tokens.getByRole('button', { name: /^Make a/ }).click()
    expect(await tokens.locator('.warning code').textContent()).to.match(/^mcp_[0-9a-f]{64}$/)
  })

  it('shows the apps that were let in, and shuts one out', async () => {
    const client = await new OAuthClient(at.service.url).register({ client_name: 'An editor' })
    const { access_token: token } = await client.connect(at.user)
    const app = at.service.anonymous.with({ Authorization: `Bearer ${token}` })
    expect((await app.get('/ideas')).status).to.equal(200)
    await at.page.reload()
    await revoke('Assistants', 'An editor')
    await at.page.getByText('An editor is revoked.').waitFor()
    expect((await app.get('/ideas')).status).to.equal(401)
  })

  it('shows where it is signed in, and ends a session elsewhere', async () => {
    const { email } = at.user
    const body = { email, password: PASSWORD }
    const phone = at.service.anonymous.with({ 'User-Agent': 'A phone' })
    const { session_token: token } = (await phone.post('/auth/sign-in', body)).body
    await at.page.reload()
    await session('A phone').waitFor()
    expect(await session('this browser').getByRole('button').count()).to.equal(0)
    await session('A phone').getByRole('button', { name: 'End it' }).click()
    await at.page.getByText('The session is ended.').waitFor()
    const there = at.service.anonymous.with({ Authorization: `Bearer ${token}` })
    expect((await there.get('/user/me')).status).to.equal(401)
    await session('A phone').waitFor({ state: 'detached' })
    await at.page.reload()
    await session('this browser').waitFor()
  })

  it('shows the plan, what is left of the quota, and the room for ideas', async () => {
    at.user = await at.service.createUser('free', PASSWORD)
    await newIdea(at.user.api)
    const { used, limit, idea_cap: cap } = (await at.user.session.get('/user/usage')).body
    expect(used).to.equal(1)
    await at.open('/account')
    const limits = section('Plan and limits')
    await limits.getByText('free', { exact: true }).waitFor()
    await limits.getByText(`${limit - used} of ${limit} left; starts again in`).waitFor()
    await limits.getByText(`1 of ${cap.toLocaleString('en-US')}`, { exact: true }).waitFor()
  })

  it('sets the name and the threshold of duplicates, and leaves other settings as they are', async () => {
    await at.user.session.patch('/user/me', { settings_json: { theme: 'x' } })
    await at.page.reload()
    await at.page.getByLabel('Name', { exact: true }).fill('Ada')
    await at.page.getByLabel(/Show duplicates/).fill('0.8')
    await at.page.getByRole('button', { name: 'Save the settings' }).click()
    await at.page.getByText('Saved.').waitFor()
    const { display_name, settings_json } = (await at.user.api.get('/user/me')).body
    expect({ display_name, settings_json }).to.deep.equal({
      display_name: 'Ada',
      settings_json: { theme: 'x', duplicate_threshold: 0.8 },
    })
  })

  it('saves a name beside a threshold that another program has set', async () => {
    await at.user.session.patch('/user/me', { settings_json: { duplicate_threshold: 0.875 } })
    await at.page.reload()
    await at.page.getByLabel('Name', { exact: true }).fill('Ada')
    await at.page.getByRole('button', { name: 'Save the settings' }).click()
    await at.page.getByText('Saved.').waitFor()
    expect((await at.user.api.get('/user/me')).body.settings_json.duplicate_threshold).to.equal(0.875)
  })

  it('is deleted although the answer to that was lost', async () => {
    const asked = await loseFirstAnswer(at.page, 'DELETE', '**/api/v1/user/me')
    await at.page.getByRole('button', { name: /^Delete the account/ }).click()
    await at.page.getByRole('dialog', { name: 'Delete the account' }).getByLabel('Password').fill(PASSWORD)
    await at.page.getByRole('button', { name: 'Delete it for good' }).click()
    await at.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    expect(asked()).to.equal(2)
  })

  it('changes the password, and deletes the account for good, in all tabs', async () => {
    const other = await at.visited.context.newPage()
    await other.goto(`${at.service.url}/tags`)
    await other.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await at.page.getByLabel('Current password').fill(PASSWORD)
    await at.page.getByLabel('New password').fill('another good password')
    await at.page.getByRole('button', { name: 'Change the password' }).click()
    await at.page.getByText('The password is changed').waitFor()
    await at.page.getByRole('button', { name: /^Delete the account/ }).click()
    const dialog = at.page.getByRole('dialog', { name: 'Delete the account' })
    await dialog.getByLabel('Password').fill('wrong')
    await at.page.keyboard.press('Enter')
    await dialog.getByText('The password is wrong').waitFor()
    await dialog.locator('.notice.error').getByRole('button').click()
    await dialog.getByLabel('Password').fill('another good password')
    await at.page.getByRole('button', { name: 'Delete it for good' }).click()
    for (const tab of [at.page, other])
      await tab.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await at.page.getByText('Your account is deleted.').waitFor()
    expect((await at.user.api.get('/ideas')).status).to.equal(401)
  })

  it('lists the tags: found, renamed, coloured, merged, unused ones apart', async () => {
    await newIdea(at.user.api, { title: 'T', tags: ['ui', 'interface'] })
    await at.user.api.post('/tags', { name: 'idle' })
    await at.page.goto(`${at.service.url}/tags`)
    await at.page.getByRole('table', { name: 'Unused' }).getByLabel('Name of the tag idle').waitFor()
    await at.page.getByLabel('Name of the tag interface').fill('design')
    await at.page.keyboard.press('Enter')
    await at.page.getByLabel('Colour of the tag design', { exact: true }).fill('#102030')
    const colour = async () =>
      (await at.user.api.get('/tags')).body.find(({ name }: { name: string }) => name === 'design').color
    await until('the tag has a colour', async () => (await colour()) === '#102030')
    await at.page.getByRole('button', { name: 'Take away the colour of the tag design' }).click()
    await until('the tag has none', async () => (await colour()) === null)
    await at.page.getByLabel('Find tags').fill('UI')
    await at.page.getByLabel('Name of the tag design').waitFor({ state: 'detached' })
    await at.page.getByLabel('Merge the tag ui into').fill('nothing')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('Choose another tag that exists.').waitFor()
    await at.page.getByLabel('Merge the tag ui into').fill('design')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Merge', exact: true }).click()
    await at.page.getByText('“ui” is “design” now').waitFor()
    await until('the two tags are one', async () => (await at.user.api.get('/tags')).body.length === 2)
    expect((await at.user.api.get('/ideas')).body[0].tags).to.deep.equal(['design'])
  })

  it('finds ideas as one types, says why, and reaches all by the palette', async () => {
    const { id } = await newIdea(at.user.api, { title: 'Rain barrel', body: 'Collect water' })
    await at.page.keyboard.press('Control+k')
    await at.page.keyboard.type('sear')
    await at.page.getByRole('option', { name: 'Search', exact: true }).waitFor()
    await at.page.keyboard.press('Enter')
    await at.page.locator('input[type=search]:focus').waitFor()
    await at.page.keyboard.type('wat')
    await at.page.getByLabel('Search by').selectOption('keyword')
    await at.page.getByText('found by its words').waitFor()
    expect(await at.page.locator('mark').first().textContent()).to.equal('water')
    await at.page.waitForURL(/[?&]q=wat(&|$)/)
    await at.page.keyboard.press('Control+k')
    await at.page.getByRole('combobox', { name: 'Find an idea or do something' }).fill('barr')
    await at.page.getByRole('option', { name: 'Rain barrel' }).click()
    await at.page.waitForURL(`${at.service.url}/ideas/${id}`)
  })
})
