import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { newIdea } from '../support/factories.ts'
import { until } from '../support/until.ts'
import { faults, givenVisiting } from './dashboard.ts'

const MIB = 1_048_576

describe(`attachments in the dashboard (${CHROMIUM})`, () => {
  const at = givenVisiting()
  let idea: number
  beforeEach(async () => {
    idea = (await newIdea(at.user.api)).id
    await at.open(`/ideas/${idea}`)
  })
  const section = () => at.page.getByRole('region', { name: 'Attachments' })
  const choose = async (...files: { name: string; buffer: Buffer }[]) =>
    section()
      .getByLabel('Attach files')
      .setInputFiles(files.map((file) => ({ mimeType: 'text/plain', ...file })))
  const titles = async (): Promise<string[]> =>
    (await at.user.api.get(`/ideas/${idea}/links`)).body.map(({ title }: { title: string }) => title)

  it('name the file that could not be attached, and bring the others, unless all would be refused', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, buffer: Buffer.from(name) }))
    const refuse = (status: number) =>
      at.page.route('**/attachments', async (route) => {
        const isSecond = route.request().headers()['content-disposition']?.includes('b.txt')
        return isSecond === true ? route.fulfill({ status, json: { error: 'No' } }) : route.fallback()
      })
    await refuse(400)
    await choose(...files)
    await at.page.getByText('b.txt is not attached. No').waitFor()
    await until('the others are attached', async () => (await titles()).join() === 'a.txt,c.txt')
    await refuse(409)
    await section().getByLabel('Attach files').waitFor()
    await choose(...files)
    await until('the first is attached again', async () => (await titles()).length === 3)
    await at.visited.settled()
    expect(await titles()).to.deep.equal(['a.txt', 'c.txt', 'a.txt'])
  })

  it('show where a name changes the direction of its end', async () => {
    await choose({ name: 'invoice\u202efdp.exe', buffer: Buffer.from('x') })
    await section().getByRole('link', { name: 'invoice\ufffdfdp.exe' }).waitFor()
  })

  it('are chosen, downloaded as they were, and deleted unless that is undone', async () => {
    await choose(
      { name: "it's (1) é.txt", buffer: Buffer.from('one') },
      { name: 'two.md', buffer: Buffer.alloc(1_500) },
    )
    const link = section().getByRole('link', { name: "it's (1) é.txt" })
    await link.waitFor()
    await section().getByText('1.5 KiB').waitFor()
    expect(await titles()).to.deep.equal(["it's (1) é.txt", 'two.md'])
    const [download] = await Promise.all([at.page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).to.equal("it's (1) é.txt")
    expect(await readFile(await download.path(), 'utf8')).to.equal('one')
    expect(await faults(at.page)).to.deep.equal([])

    const remove = section().getByRole('button', { name: 'Delete the attachment two.md' })
    await remove.click()
    await section().getByRole('link', { name: 'two.md' }).waitFor({ state: 'detached' })
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.page.clock.install()
    await remove.click()
    await section().getByRole('link', { name: 'two.md' }).waitFor({ state: 'detached' })
    await at.page.clock.fastForward(10_000)
    await until('it is deleted', async () => (await titles()).length === 1)
  })

  it('are attached but for one that cannot be read, which is told', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ideas-attached-'))
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => path.join(folder, name))
    for (const file of files) writeFileSync(file, 'text')
    const { promise: isGone, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/attachments', async (route) => {
      await isGone
      return route.fallback()
    })
    await section().getByLabel('Attach files').setInputFiles(files)
    await section().getByText('a.txt').waitFor()
    rmSync(files[1] ?? '')
    goOn()
    await at.page.getByText('b.txt cannot be read: is it a folder, or was it changed?').waitFor()
    await until('the others are attached', async () => (await titles()).length === 2)
    expect(await titles()).to.deep.equal(['a.txt', 'c.txt'])
    rmSync(folder, { recursive: true })
  })

  const drop = async (): Promise<void> => {
    const dropped = await at.page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['dropped'], 'dropped.txt'))
      return data
    })
    await section().dispatchEvent('drop', { dataTransfer: dropped })
  }

  it('are dropped on the idea', async () => {
    await drop()
    await section().getByRole('link', { name: 'dropped.txt' }).waitFor()
  })

  it('that are dropped beside where they belong do not replace the page', async () => {
    // The heading of the page that loads goes.
    await section().waitFor()
    const isRefused = await at.page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['dropped'], 'dropped.txt'))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      return !heading.dispatchEvent(event)
    })
    expect(isRefused).to.equal(true)
    expect(await titles()).to.deep.equal([])
  })

  it('that are too large are refused with the reason, and the others are taken', async () => {
    const small = { name: 'small', buffer: Buffer.from('small') }
    await choose({ name: 'large', buffer: Buffer.alloc(10 * MIB + 1) }, small)
    await at.page.getByText('large is larger than 10 MiB').waitFor()
    await section().getByRole('link', { name: 'small' }).waitFor()
    expect(await titles()).to.deep.equal(['small'])
  })

  it('go on when the page is left, are shown again, and are sent before others are taken', async () => {
    const { promise: isBack, resolve: goOn } = Promise.withResolvers<void>()
    await at.page.route('**/attachments', async (route) => {
      await isBack
      return route.fallback()
    })
    await choose(...['a', 'b'].map((name) => ({ name, buffer: Buffer.from(name) })))
    await section().getByText('a (1 of 2)').waitFor()
    await at.page.getByRole('link', { name: 'Tags', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await at.page.goBack()
    await section().getByText('a (1 of 2)').waitFor()
    await drop()
    await at.page.getByText('An upload is under way.').waitFor()
    goOn()
    await section().getByRole('link', { name: 'b', exact: true }).waitFor()
    expect(await titles()).to.deep.equal(['a', 'b'])
  })

  it('show which one is being sent, and can be stopped', async () => {
    let sent = 0
    await at.page.route('**/attachments', async (route) => {
      sent += 1
      if (sent === 1) await route.continue()
    })
    await choose(...['a', 'b', 'c'].map((name) => ({ name, buffer: Buffer.from(name) })))
    await section().getByText('b (2 of 3)').waitFor()
    expect(await faults(at.page)).to.deep.equal([])
    await section().getByRole('button', { name: 'Stop' }).click()
    await section().getByLabel('Upload').waitFor({ state: 'detached' })
    expect(await titles()).to.deep.equal(['a'])
    await at.page.unroute('**/attachments')
  })

  it('come with an export as ZIP, and back', async () => {
    await choose({ name: 'kept.txt', buffer: Buffer.from('kept') })
    await section().getByRole('link', { name: 'kept.txt' }).waitFor()
    await at.open('/account')
    const button = at.page.getByRole('button', { name: 'With attachments, as ZIP' })
    const [download] = await Promise.all([at.page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).to.match(/^ideas-[\d-]+\.zip$/)
    const buffer = await readFile(await download.path())
    await at.page
      .getByLabel('An export of this service as JSON or ZIP')
      .setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer })
    await at.page.getByRole('button', { name: 'Import it' }).click()
    await at.page.getByText(/Imported .*1 link/).waitFor()
    await at.page.getByText(/of 512 MiB/).waitFor()
  })
})
