import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea, relate } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { givenVisiting } from './dashboard.ts'
import { pixelsIn, pixelsOf } from './pixels.ts'

type Point = Readonly<{ x: number; y: number }>

/** How ideas of a status and what is pointed out look on the map. */
const COLOURS = {
  exploring: '#8b5cf6',
  building: '#d97706',
  shipped: '#22a35a',
  path: '#3b82f6',
  cycle: '#dc2626',
}

describe(`the map in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  /** Sync (exploring) blocks offline (building), offline blocks release (shipped). */
  let ids: { sync: number; offline: number; release: number }
  beforeEach(async () => {
    const { api } = at.user
    const { id: sync } = await newIdea(api, {
      title: 'Sync conflicts',
      tags: ['mobile'],
      status: 'exploring',
    })
    const { id: offline } = await newIdea(api, { title: 'Offline mode', status: 'building' })
    const { id: release } = await newIdea(api, { title: 'Summer release', status: 'shipped' })
    await relate(api, sync, 'blocks', offline)
    await relate(api, offline, 'blocks', release)
    ids = { sync, offline, release }
  })

  const pixels = async (of: keyof typeof COLOURS) => pixelsOf(at.page.locator('.picture'), COLOURS[of])
  const chosen = () => at.page.getByRole('region', { name: 'The chosen idea' })
  const kept = async () => at.page.evaluate(() => localStorage.getItem('ideas-map-places'))
  /** Opens the map, and waits until its ideas have found their places. */
  const openMap = async (): Promise<void> => {
    await at.open('/map')
    await at.page.locator('.picture canvas').first().waitFor()
    await until('the map is laid out', async () => (await kept()) !== null)
    await until('the ideas are drawn', async () => (await pixels('shipped')).count > 0)
  }
  const relations = async (id: number): Promise<object[]> =>
    (await at.user.api.get(`/ideas/${id}`)).body.relations

  it('shows a neighbourhood, a path, a picture to keep and a list of the same', async () => {
    await openMap()
    const picker = at.page.getByRole('combobox', { name: 'Choose an idea on the map' })
    await picker.fill('sync')
    await at.page.getByRole('option', { name: 'Sync conflicts' }).waitFor()
    await picker.press('Enter')
    await chosen().getByText('1 relation', { exact: true }).waitFor()
    const to = at.page.getByRole('combobox', { name: 'Shortest path to …' })
    await to.fill('summer')
    await at.page.getByRole('option', { name: 'Summer release' }).waitFor()
    await to.press('Enter')
    const way = at.page.getByLabel('The way').getByRole('link')
    await way.last().waitFor()
    expect(await way.allTextContents()).to.deep.equal(['Sync conflicts', 'Offline mode', 'Summer release'])
    await until('the path is drawn', async () => (await pixels('path')).count > 0)
    const saved = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: 'Save as PNG' }).click()
    const picture = await saved
    expect(picture.suggestedFilename()).to.equal('map.png')
    const png = readFileSync(await picture.path())
    for (const colour of [COLOURS.exploring, COLOURS.path, '#ffffff'])
      expect((await pixelsIn(at.page, png, colour)).count, colour).to.be.above(0)
    await at.page.getByRole('button', { name: 'As a list' }).click()
    expect(await at.page.locator('.map-list > li > a').allTextContents()).to.deep.equal([
      'Offline mode',
      'Sync conflicts',
      'Summer release',
    ])
    expect(
      await at.page.locator('.map-list > li').first().getByRole('listitem').allTextContents(),
    ).to.have.members(['is blocked by Sync conflicts', 'blocks Summer release'])
    await at.page.getByLabel('Tag').selectOption('mobile')
    await until('the list is filtered', async () => (await at.page.locator('.map-list > li').count()) === 1)
  })

  it('colours ideas by status or tag, hides what a filter holds back, and keeps the rest where it was', async () => {
    await openMap()
    const before = await pixels('building')
    await at.page.getByLabel('Status').selectOption('building')
    await until('the others are hidden', async () => (await pixels('shipped')).count === 0)
    expect((await pixels('building')).count).to.be.above(0)
    await at.page.getByLabel('Status').selectOption('')
    await until('they are back', async () => (await pixels('shipped')).count > 0)
    await until('the rest is where it was', async () => isDeepStrictEqual(await pixels('building'), before))
    await at.page.getByLabel('Colours').selectOption('tag')
    await until('the colour is that of the tag', async () => (await pixels('exploring')).count === 0)
  })

  it('is as it was chosen on the way back from an idea, and after a reload', async () => {
    await at.open('/map?status=building&by=tag')
    await at.page.getByRole('button', { name: 'As a list' }).click()
    const only = at.page.locator('.map-list > li > a', { hasText: 'Offline mode' })
    await only.click()
    await at.page.getByRole('heading', { name: 'Offline mode', level: 1 }).waitFor()
    await at.page.goBack()
    for (const again of [() => only.waitFor(), () => at.page.reload()]) {
      await again()
      await only.waitFor()
      expect(await at.page.locator('.map-list > li').count()).to.equal(1)
      expect(await at.page.getByLabel('Status').inputValue()).to.equal('building')
      expect(await at.page.getByLabel('Colours').inputValue()).to.equal('tag')
    }
  })

  it('explains its colours, which are those that tags have', async () => {
    await at.user.api.patch('/tags/mobile', { color: '#123456' })
    await openMap()
    const legend = at.page.getByRole('list', { name: 'Legend' })
    expect(await legend.getByRole('listitem').allTextContents()).to.have.members([
      'exploring',
      'building',
      'shipped',
    ])
    await at.page.getByLabel('Colours').selectOption('tag')
    await legend.getByText('mobile').waitFor()
    expect(await legend.getByRole('listitem').allTextContents()).to.have.members(['mobile', 'no tag'])
    const own = async () => pixelsOf(at.page.locator('.picture'), '#123456')
    await until('the idea has the colour of its tag', async () => (await own()).count > 0)
  })

  it('says so when a filter hides all ideas, or the one that is chosen', async () => {
    await openMap()
    const picker = at.page.getByRole('combobox', { name: 'Choose an idea on the map' })
    await picker.fill('sync')
    await at.page.getByRole('option', { name: 'Sync conflicts' }).waitFor()
    await picker.press('Enter')
    await at.page.getByLabel('Status').selectOption('shelved')
    await at.page.getByText('No idea is like that.').waitFor()
    await chosen().getByText('The filter hides it.').waitFor()
    await at.page.getByRole('button', { name: 'Show all' }).click()
    await chosen().getByText('The filter hides it.').waitFor({ state: 'detached' })
    await until('it and its neighbour are back', async () => (await pixels('building')).count > 0)
    await at.page.getByLabel('Status').selectOption('shipped')
    await chosen().getByText('The filter hides it.').waitFor()
    await chosen().getByRole('button', { name: 'Choose none' }).click()
    await picker.waitFor()
  })

  it('says so when no path leads to an idea', async () => {
    await newIdea(at.user.api, { title: 'Alone' })
    await at.open(`/map?focus=${ids.sync}`)
    const to = chosen().getByRole('combobox', { name: 'Shortest path to …' })
    await to.fill('alone')
    await at.page.getByRole('option', { name: 'Alone' }).waitFor()
    await to.press('Enter')
    await at.page.getByText('No path leads from the one to the other.').waitFor()
  })

  it('keeps the places of the ideas over a reload', async () => {
    await openMap()
    const [places, before] = [await kept(), await pixels('exploring')]
    await at.page.reload()
    await until('the ideas are drawn', async () => (await pixels('exploring')).count > 0)
    const after = await pixels('exploring')
    // Places are kept rounded.
    expect([after.x - before.x, after.y - before.y].every((moved) => Math.abs(moved) < 5)).to.equal(true)
    expect(await kept()).to.equal(places)
  })

  it('keeps the page of its list on the way back from an idea, and begins anew when that is filtered', async () => {
    const ideas = Array.from({ length: 60 }, (_, index) => ({
      id: index + 1,
      title: `Many ${index}`,
      status: 'shelved',
    }))
    await at.user.api.post('/user/import', { ideas })
    await at.open('/map')
    await at.page.getByRole('button', { name: 'As a list' }).click()
    await at.page.getByRole('button', { name: 'Next' }).click()
    await at.page.getByText('51–63 of 63').waitFor()
    await at.page.locator('.map-list > li > a').first().click()
    await at.page.getByRole('heading', { name: /^Many/, level: 1 }).waitFor()
    await at.page.goBack()
    await at.page.getByText('51–63 of 63').waitFor()
    await at.page.getByLabel('Status').selectOption('shelved')
    await at.page.getByText('1–50 of 60').waitFor()
  })

  it('writes its titles in the colour of the theme, also when that is switched', async () => {
    await openMap()
    const isDrawn = async (colour: string) => (await pixelsOf(at.page.locator('.picture'), colour)).count > 0
    await until('titles are dark', async () => isDrawn('#1b1f27'))
    await at.page.emulateMedia({ colorScheme: 'dark' })
    // On white the edges of dark letters are as light.
    await until('titles are light', async () => !(await isDrawn('#ffffff')) && isDrawn('#e7e9ee'))
  })

  it('chooses the idea that is clicked', async () => {
    await openMap()
    const { x, y } = await pixels('exploring')
    await at.page.mouse.click(x, y)
    await chosen().getByText('Sync conflicts').waitFor()
    await until('its edge is pointed out', async () => (await pixels('path')).count > 0)
  })

  it('opens at the idea that the address names', async () => {
    await at.open(`/map?focus=${ids.sync}`)
    await chosen().getByText('Sync conflicts').waitFor()
    await until('its edge is pointed out', async () => (await pixels('path')).count > 0)
  })

  it('relates an idea by dragging it to another, and draws the circle that it refuses', async () => {
    await openMap()
    const drag = async (from: keyof typeof COLOURS, to: keyof typeof COLOURS): Promise<void> => {
      const [source, target] = [await pixels(from), await pixels(to)]
      await at.page.mouse.move(source.x, source.y)
      await at.page.mouse.down()
      await at.page.mouse.move(target.x, target.y, { steps: 5 })
      await at.page.mouse.up()
    }
    await at.page.getByLabel('What dragging does').selectOption('inspires')
    const before = await kept()
    await drag('exploring', 'shipped')
    await at.page.getByText('Related.').waitFor()
    expect(await relations(ids.sync)).to.have.length(2)
    expect(await chosen().count(), 'dragging chooses nothing').to.equal(0)
    await until('the new map is laid out', async () => (await kept()) !== before)
    await at.page.getByLabel('What dragging does').selectOption('the dragged idea blocks the other')
    await drag('shipped', 'exploring')
    await at.page
      .getByText('That would close a circle: Summer release – Sync conflicts – Offline mode – Summer release')
      .waitFor()
    await until('the circle is drawn', async () => (await pixels('cycle')).count > 0)
    expect(await relations(ids.release)).to.have.length(2)
  })

  it('relates by dragging with a finger, too', async () => {
    await openMap()
    await at.page.getByLabel('What dragging does').selectOption('supersedes')
    const [source, target] = [await pixels('shipped'), await pixels('exploring')]
    const middle = { x: (source.x + target.x) / 2, y: (source.y + target.y) / 2 }
    const session = await at.page.context().newCDPSession(at.page)
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [source])
    await touch('touchMove', [middle])
    await touch('touchMove', [target])
    await touch('touchEnd', [])
    await at.page.getByText('Related.').waitFor()
    expect(await relations(ids.release)).to.have.length(2)
  })

  it('is given in four formats', async () => {
    await openMap()
    for (const format of ['graphml', 'gexf', 'mermaid', 'cypher']) {
      const download = at.page.waitForEvent('download')
      await at.page.getByRole('button', { name: format }).click()
      const text = readFileSync(await (await download).path(), 'utf8')
      expect(text, format).to.include('Sync conflicts')
    }
  })

  it('is a list where the browser draws no WebGL', async () => {
    await at.open('/')
    await at.page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await at.page.goto(`${at.service.url}/map`)
    await at.page.getByText('This browser draws no WebGL').waitFor()
    expect(await at.page.locator('.map-list > li').count()).to.equal(3)
  })

  it('says that an idea is not there that a link leads to', async () => {
    await at.open('/map?focus=999999999')
    await at.page.getByText('The idea that was chosen is not on the map any more.').waitFor()
  })

  it('is hardly higher than wide on a phone, whose width the graph fits', async () => {
    await at.open('/')
    await at.page.setViewportSize({ width: 390, height: 780 })
    await at.page.goto(`${at.service.url}/map`)
    await until('the ideas are drawn', async () => (await pixels('shipped')).count > 0)
    const { width, height } = (await at.page.locator('.picture').boundingBox()) ?? { width: 0, height: 0 }
    expect(height / width).to.be.below(1.1)
  })
})
