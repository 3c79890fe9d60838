import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { until } from '../support/until.ts'
import { faults, givenVisiting } from './dashboard.ts'

const IDEAS = [
  { id: 1, title: 'Rain barrel', body: 'Collect **rain** from the roof.\n\n- a barrel\n- a tap' },
  { id: 2, title: 'Rain tank', body: 'Collect **rain** from the shed.\n\n- a barrel', tags: ['garden'] },
  { id: 3, title: 'Like this', body: 'Just the same' },
  { id: 4, title: 'Like this', body: 'Just the same' },
]
const PAIR = { similarity_score: 0.9, status: 'pending' }

describe(`duplicates in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  const titles = async (): Promise<string[]> =>
    (await at.user.api.get('/ideas')).body.map(({ title }: { title: string }) => title)
  const pressing = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await at.page.keyboard.press(key)
  }
  const preview = () => at.page.getByRole('dialog', { name: 'What the merge makes' })
  /** Until both ideas are there, 1 and 2 do nothing. */
  const bothShown = () => at.page.locator('.pair h2').nth(1).waitFor()

  /** The pair that differs is the first, or the one that does not. */
  async function openPairs(...pairs: readonly (readonly [later: number, earlier: number])[]): Promise<void> {
    const duplicates = pairs.map(([later, earlier]) => ({
      ...PAIR,
      idea_id: later,
      duplicate_of_id: earlier,
    }))
    await at.user.api.post('/user/import', { ideas: IDEAS, duplicates })
    await at.open('/duplicates')
    await bothShown()
  }

  it('have marked what only one of the two says, in the text as it is read', async () => {
    await openPairs([2, 1])
    const marks = (side: number) => at.page.locator('.pair section').nth(side).locator('mark')
    await marks(1).nth(1).waitFor()
    expect(await marks(0).allTextContents()).to.deep.equal(['barrel', 'roof', 'a tap'])
    expect(await marks(1).allTextContents()).to.deep.equal(['tank', 'shed'])
    expect(await at.page.locator('.pair strong').allTextContents()).to.deep.equal(['rain', 'rain'])
    const look = await marks(0)
      .first()
      .evaluate((mark) => getComputedStyle(mark).textDecorationLine)
    expect(look, 'not told by colour alone').to.equal('underline')
    expect(await faults(at.page)).to.deep.equal([])
  })

  it('that are equal are told to be, and are counted on every page', async () => {
    await openPairs([4, 3], [2, 1])
    await at.page.getByText('1 of 2').waitFor()
    await at.page.getByRole('link', { name: 'Duplicates 2' }).waitFor()
    await pressing('j')
    await at.page.getByText('Both say the same, word by word.').waitFor()
    expect(await at.page.locator('.pair mark').count()).to.equal(0)
  })

  it('are merged by keyboard after a look at what that makes, and taken apart again', async () => {
    await openPairs([2, 1])
    await pressing('1')
    await preview().getByRole('heading', { name: 'Rain barrel', exact: true }).waitFor()
    await preview().getByText('It gets the tags garden.').waitFor()
    expect((await preview().locator('.merged mark').allTextContents()).join(' ')).to.include('Rain tank')
    expect(await faults(at.page)).to.deep.equal([])
    await pressing('Escape')
    expect(await titles()).to.have.length(4)
    await pressing('2')
    await preview().getByRole('heading', { name: 'Rain tank', exact: true }).waitFor()
    await pressing('Enter')
    await at.page.getByText('Merged into one idea.').waitFor()
    await at.page.getByText('Nothing to review.').waitFor()
    expect(await titles())
      .to.include('Rain tank')
      .and.not.to.include('Rain barrel')
    await pressing('u')
    await until('the merge is undone', async () => (await titles()).length === 4)
    await at.page.getByText('Merged into one idea.').waitFor({ state: 'detached' })
  })

  it('are shown again, instead of merged, if one was changed after the look', async () => {
    await openPairs([2, 1])
    await pressing('1')
    await preview().getByRole('button', { name: 'Merge them' }).waitFor()
    const [later] = (await at.user.api.get('/ideas?sort=-title')).body
    await at.user.api.patch(`/ideas/${later.id}`, { tags: ['cellar'] })
    await pressing('Enter')
    await preview().getByText('It gets the tags cellar.').waitFor()
    await preview().getByText('Read again what the merge makes now.').waitFor()
    // Nobody has read it yet.
    await pressing('Enter')
    await at.visited.settled()
    expect(await titles()).to.have.length(4)
    await preview().getByRole('button', { name: 'Merge them' }).click()
    await at.page.getByText('Merged into one idea.').waitFor()
  })

  it('stay what is looked at when another one is found', async () => {
    await openPairs([4, 3])
    await pressing('1')
    await preview().getByRole('button', { name: 'Merge them' }).waitFor()
    const further = IDEAS.slice(0, 2).map((idea) => ({ ...idea, title: `${idea.title} of mine` }))
    await at.user.api.post('/user/import', {
      ideas: further,
      duplicates: [{ ...PAIR, idea_id: 2, duplicate_of_id: 1 }],
    })
    await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await at.page.getByText('2 of 2').waitFor()
    await preview().getByRole('heading', { name: 'Like this' }).first().waitFor()
    await pressing('Escape')
    await at.page.getByText('Both say the same, word by word.').waitFor()
  })

  it('that somebody else has merged go, and their dialog with them', async () => {
    await openPairs([2, 1], [4, 3])
    await at.page.getByText('1 of 2').waitFor()
    const [pair] = (await at.user.api.get('/ideas/duplicates')).body.duplicates
    await at.user.api.post(`/ideas/duplicates/${pair.id}/merge`)
    await pressing('1')
    await at.page.getByText('1 of 1').waitFor()
    await preview().waitFor({ state: 'detached' })
  })

  it('that are resolved already are told to be, where a link leads to one', async () => {
    await openPairs([2, 1])
    await at.page.goto(`${at.service.url}/duplicates?pair=999,998`)
    await at.page.getByText('That pair is resolved already.').waitFor()
    await at.page.getByText('1 of 1').waitFor()
  })

  it('that a link leads to are not told to be resolved when they are merged here', async () => {
    await openPairs([2, 1], [4, 3])
    const [pair] = (await at.user.api.get('/ideas/duplicates')).body.duplicates
    await at.page.goto(`${at.service.url}/duplicates?pair=${pair.idea_id},${pair.duplicate_of_id}`)
    await at.page.getByText('1 of 2').waitFor()
    await bothShown()
    await pressing('1')
    await preview().getByRole('button', { name: 'Merge them' }).waitFor()
    await pressing('Enter')
    await at.page.getByText('1 of 1').waitFor()
    expect(await at.page.getByText('That pair is resolved already.').count()).to.equal(0)
  })

  it('that are none are dismissed, one after the other, which can be taken back', async () => {
    await openPairs([2, 1], [4, 3])
    await at.page.getByText('1 of 2').waitFor()
    await pressing('j')
    await at.page.getByText('2 of 2').waitFor()
    await pressing('k')
    await at.page.getByText('1 of 2').waitFor()
    await pressing('d')
    await at.page.getByText('1 of 1').waitFor()
    await pressing('u')
    await at.page.getByText('1 of 2').waitFor()
    await at.page.clock.install()
    await pressing('d')
    await at.page.getByText('They are two ideas.').waitFor()
    await at.page.clock.fastForward(10_000)
    await at.page.getByText('They are two ideas.').waitFor({ state: 'detached' })
    const pending = async () => (await at.user.api.get('/ideas/duplicates')).body.duplicates.length
    await until('the pair is dismissed', async () => (await pending()) === 1)
  })
})
