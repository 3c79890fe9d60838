import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, relate } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'

describe(`the graph in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  /** Sync blocks offline, offline blocks release. */
  let ids: { sync: number; offline: number; release: number }
  beforeEach(async () => {
    const { id: sync } = await newIdea(at.user.api, { title: 'Sync conflicts', tags: ['mobile'] })
    const { id: offline } = await newIdea(at.user.api, { title: 'Offline mode', status: 'building' })
    const { id: release } = await newIdea(at.user.api, { title: 'Summer release' })
    await relate(at.user.api, sync, 'blocks', offline)
    await relate(at.user.api, offline, 'blocks', release)
    ids = { sync, offline, release }
  })

  it('shows what blocks an idea first, and what it blocks', async () => {
    await at.open(`/ideas/${ids.offline}`)
    await at.page.getByRole('link', { name: 'Sync conflicts' }).waitFor()
    expect(await at.page.locator('h3').allTextContents()).to.deep.equal(['is blocked by', 'blocks'])
    await at.page.getByRole('link', { name: 'Summer release' }).click()
    await at.page.getByRole('heading', { name: 'Summer release', level: 1 }).waitFor()
  })

  it('draws what is around an idea without the code of the map, each a way there', async () => {
    await at.open(`/ideas/${ids.offline}`)
    const around = at.page.locator('.neighbourhood')
    await around.locator('line').nth(1).waitFor({ state: 'attached' })
    expect(await around.locator('text').allTextContents()).to.have.members([
      'Sync conflicts',
      'Offline mode',
      'Summer release',
    ])
    const loaded = await at.page.evaluate(() =>
      performance.getEntriesByType('resource').map((one) => one.name),
    )
    expect(loaded.filter((url) => url.endsWith('.js'))).not.to.deep.equal([])
    expect(loaded.filter((url) => url.includes('map-page'))).to.deep.equal([])
    expect(await at.page.getByRole('link', { name: 'Open it on the map' }).getAttribute('href')).to.equal(
      `/map?focus=${ids.offline}`,
    )
    await around.locator('text', { hasText: 'Summer release' }).click()
    await at.page.getByRole('heading', { name: 'Summer release', level: 1 }).waitFor()
    await around.locator('text', { hasText: 'Offline mode' }).waitFor()
    await at.page.getByRole('button', { name: 'Delete the relation to Offline mode' }).click()
    await around.waitFor({ state: 'detached' })
  })

  /** Relates the idea of the page to “Sync conflicts”, by keyboard. */
  const relateToSync = async (label: string): Promise<void> => {
    await at.page.getByLabel('How it is related').selectOption({ label })
    const picker = at.page.getByRole('combobox', { name: 'Find the other idea' })
    await picker.fill('sync')
    await at.page.getByRole('option', { name: 'Sync conflicts' }).waitFor()
    await picker.press('Enter')
  }

  it('relates two ideas by keyboard, and names the ideas of a circle that it refuses', async () => {
    await at.open(`/ideas/${ids.release}`)
    await relateToSync('blocks')
    await at.page.getByText('That would close a circle').waitFor()
    const circle = 'Summer release, Sync conflicts, Offline mode, Summer release'
    const shown = async () => (await at.page.locator('.cycle li').allTextContents()).join(', ')
    await until('the ideas of the circle are named', async () => (await shown()) === circle)
    await relateToSync('inspires')
    await at.page.getByRole('heading', { name: 'inspires', level: 3 }).waitFor()
    expect((await at.user.api.get(`/ideas/${ids.release}`)).body.relations).to.have.length(2)
  })

  it('finds by the words of the search before, typed again just when its pause ends', async () => {
    await at.open(`/ideas/${ids.release}`)
    await at.page.clock.install()
    await at.page.clock.pauseAt(Date.now() + 60_000)
    const picker = at.page.getByRole('combobox', { name: 'Find the other idea' })
    const sync = at.page.getByRole('option', { name: 'Sync conflicts' })
    const found = () =>
      until('it is found', async () => {
        await at.page.clock.runFor(50)
        return (await sync.count()) === 1
      })
    await picker.fill('sync')
    await found()
    const shown: number[] = []
    // Just before the earlier pause ends, and behind it: then the words are found only after another pause.
    for (let pause = 180; pause < 240; pause += 2) {
      await picker.fill('')
      await at.page.clock.runFor(pause)
      await picker.fill('sync')
      if ((await sync.count()) === 1) shown.push(pause)
      await at.page.clock.runFor(2)
      if (shown.includes(pause)) expect(await sync.count(), `${pause} ms`).to.equal(1)
      await found()
    }
    expect(shown).to.have.length.within(1, 29)
  })

  it('says no more that it would be a circle when one of its relations is deleted', async () => {
    await at.open(`/ideas/${ids.release}`)
    await relateToSync('blocks')
    await at.page.getByText('That would close a circle').waitFor()
    await at.page.getByRole('button', { name: 'Delete the relation to Offline mode' }).click()
    await at.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await at.page.getByText('That would close a circle').waitFor({ state: 'detached' })
  })

  it('says so when no other idea has the words', async () => {
    await at.open(`/ideas/${ids.release}`)
    await at.page.getByRole('combobox', { name: 'Find the other idea' }).fill('summer')
    await at.page.getByText('No other idea has these words.').waitFor()
  })

  it('takes a relation away, which comes back for ten seconds', async () => {
    await at.open(`/ideas/${ids.release}`)
    await at.page.getByRole('button', { name: 'Delete the relation to Offline mode' }).click()
    await at.page.getByText('It stands alone').waitFor()
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.getByRole('link', { name: 'Offline mode' }).waitFor()
    expect((await at.user.api.get(`/ideas/${ids.release}`)).body.relations).to.have.length(1)
  })

  it('takes ideas apart again that were merged', async () => {
    const other = await newIdea(at.user.api, { title: 'Work without a network' })
    await at.user.api.post(`/ideas/${ids.offline}/merge`, { absorb_id: other.id })
    await at.open(`/ideas/${ids.offline}`)
    // Twice at once, as a double click.
    await at.page.getByRole('button', { name: 'Undo the merge' }).dblclick()
    await at.page.getByText('“Work without a network” is an idea of its own again.').waitFor()
    await at.visited.settled()
    expect(await at.page.locator('.notice.error').count()).to.equal(0)
    expect((await at.user.api.get(`/ideas/${other.id}`)).status).to.equal(200)
  })
})
