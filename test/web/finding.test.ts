import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`finding in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let ids: { barrel: number; solar: number; other: number }
  beforeEach(async () => {
    const { id: barrel } = await newIdea(at.user.api, { title: 'Rain barrel' })
    const { id: solar } = await newIdea(at.user.api, { title: 'Solar panel' })
    const { id: other } = await newIdea(at.user.api, { title: 'A third one' })
    ids = { barrel, solar, other }
  })
  const option = (name: string) => at.page.getByRole('option', { name, exact: true })
  const palette = () => at.page.getByRole('combobox', { name: 'Find an idea or do something' })
  /** Holds the answers to some words back, until the function is called that is returned. */
  const holdBack = async (words: string): Promise<() => void> => {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    await at.page.route(`**/api/v1/ideas/search?q=${words}&*`, async (route) => {
      await answered
      return route.fallback()
    })
    return resolve
  }

  it('relates no idea that other words have found', async () => {
    await at.open(`/ideas/${ids.other}`)
    const answer = await holdBack('solar')
    const picker = at.page.getByRole('combobox', { name: 'Find the other idea' })
    await picker.fill('rain')
    await option('Rain barrel').waitFor()
    await picker.fill('solar')
    await option('Rain barrel').waitFor({ state: 'detached' })
    await picker.press('Enter')
    answer()
    await option('Solar panel').waitFor()
    expect((await at.user.api.get(`/ideas/${ids.other}`)).body.relations).to.deep.equal([])
    await picker.press('Enter')
    await at.page.getByRole('button', { name: 'Delete the relation to Solar panel' }).waitFor()
  })

  it('shows no ideas that would cover what has the focus', async () => {
    await at.open(`/ideas/${ids.other}`)
    const picker = at.page.getByRole('combobox', { name: 'Find the other idea' })
    await picker.fill('rain')
    await option('Rain barrel').waitFor()
    await picker.press('Tab')
    await option('Rain barrel').waitFor({ state: 'detached' })
    await picker.focus()
    await option('Rain barrel').click()
    await at.page.getByRole('button', { name: 'Delete the relation to Rain barrel' }).waitFor()
  })

  it('opens over no other dialog, which would stay before what is found', async () => {
    await at.open()
    await at.page.keyboard.press('c')
    const title = at.page.getByRole('dialog', { name: 'Capture an idea' }).getByLabel('Title')
    await title.waitFor()
    await at.page.keyboard.press('Control+k')
    await title.fill('typed')
    expect(await palette().count()).to.equal(0)
    await at.page.keyboard.press('Escape')
    await title.waitFor({ state: 'detached' })
    await at.page.keyboard.press('Control+k')
    await palette().waitFor()
  })

  it('opens no idea that other words have found', async () => {
    await at.open('/tags')
    const answer = await holdBack('solar')
    await at.page.keyboard.press('Control+k')
    await palette().fill('rain')
    await option('Rain barrel').waitFor()
    await palette().fill('solar')
    await palette().press('Enter')
    await at.page.waitForURL('**/search?q=solar')
    answer()
  })

  it('asks once typing has paused', async () => {
    await at.open()
    const asked: (string | null)[] = []
    at.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/ideas/search')) asked.push(searchParams.get('q'))
    })
    await at.page.keyboard.press('Control+k')
    await at.page.keyboard.type('barrel')
    await option('Rain barrel').waitFor()
    await until('the whole word is asked for', () => asked.at(-1) === 'barrel')
    expect(asked.length).to.be.below('barrel'.length)
  })

  it('shows the option that is pointed at', async () => {
    await at.open()
    await at.page.setViewportSize({ width: 1280, height: 400 })
    await at.page.keyboard.press('Control+k')
    await palette().press('ArrowUp')
    const list = at.page.getByRole('listbox')
    await until('it is scrolled to', async () => (await list.evaluate(({ scrollTop }) => scrollTop)) > 0)
    expect(await option('Sign out').getAttribute('aria-selected')).to.equal('true')
  })

  it('keeps one step of the history however often Enter is pressed', async () => {
    await at.open('/search?q=rain')
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
    const steps = async (): Promise<number> => at.page.evaluate(() => history.length)
    const before = await steps()
    await at.page.getByLabel('Search your ideas').press('Enter')
    await at.page.getByLabel('Search your ideas').press('Enter')
    expect(await steps()).to.equal(before)
    await at.page.getByLabel('Search your ideas').fill('solar')
    await at.page.getByRole('link', { name: 'Solar panel' }).waitFor()
    await at.page.goBack()
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
  })

  it('shows in the field of the search what the palette searches for', async () => {
    await at.open('/search?q=rain')
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
    await at.page.keyboard.press('Control+k')
    await palette().fill('solar')
    await option('Search for “solar”').click()
    await at.page.getByRole('link', { name: 'Solar panel' }).waitFor()
    expect(await at.page.getByLabel('Search your ideas').inputValue()).to.equal('solar')
  })

  it('goes back to the searches that Enter ended', async () => {
    await at.open('/search')
    const field = at.page.getByLabel('Search your ideas')
    for (const [words, found] of [
      ['rain', 'Rain barrel'],
      ['solar', 'Solar panel'],
    ] as const) {
      await field.fill(words)
      await field.press('Enter')
      await at.page.getByRole('link', { name: found }).waitFor()
    }
    await at.page.goBack()
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
    expect(await field.inputValue()).to.equal('rain')
  })

  it('finds no idea that is being deleted', async () => {
    await newIdea(at.user.api, { title: 'Barrel stand' })
    await at.open(`/ideas/${ids.barrel}`)
    await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await at.page.getByText('“Rain barrel” is deleted.').waitFor()
    await at.page.keyboard.press('Control+k')
    await palette().fill('barrel')
    await option('Barrel stand').waitFor()
    expect(await option('Rain barrel').count()).to.equal(0)
    await at.page.keyboard.press('Escape')
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.getByRole('link', { name: 'Rain barrel' }).waitFor()
  })
})
