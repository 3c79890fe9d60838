import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { givenVisiting } from './dashboard.ts'

describe(`Markdown in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  const shown = async (body: string) => {
    const { id } = await newIdea(at.user.api, { title: 'Markdown', body })
    await at.open(`/ideas/${id}`)
    const text = at.page.locator('.markdown').first()
    await text.waitFor()
    return text
  }

  it('has the text of an image in its place, and no link where the address is refused', async () => {
    const text = await shown(
      'Before ![a diagram](https://example.org/x.png) and ![](https://example.org/y.png), [bad](javascript:alert(1))',
    )
    expect(await text.innerText()).to.equal('Before a diagram and https://example.org/y.png, bad')
    expect(await text.locator('a, img').count()).to.equal(0)
  })

  it('is shown as it is where its marks would keep the page busy for seconds', async () => {
    for (const mark of ['*a', '>', '[a][b]']) {
      const body = mark.repeat(50_000 / mark.length)
      const text = await shown(body)
      expect(await text.locator('pre').textContent()).to.equal(body)
    }
  })

  it('tells what is done of a list of tasks', async () => {
    const text = await shown('- [ ] dig\n- [x] plant')
    const names = ['Not done', 'Done'].map((name) => text.getByRole('checkbox', { name, exact: true }))
    for (const box of names) expect(await box.count()).to.equal(1)
  })

  it('leads to a footnote and back on the same page, and elsewhere in another tab', async () => {
    const text = await shown('It rains[^1], [they say](https://example.org).\n\n[^1]: In April.')
    const [note, elsewhere] = [
      text.getByRole('link', { name: '1', exact: true }),
      text.getByRole('link', { name: 'they say' }),
    ]
    expect(await elsewhere.getAttribute('target')).to.equal('_blank')
    await note.click()
    expect(at.page.url()).to.match(/#user-content-fn-1$/)
    expect(at.page.context().pages()).to.have.length(1)
    await text.getByText('In April.').waitFor()
  })
})
