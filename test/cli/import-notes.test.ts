import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('ideas import of notes', () => {
  let caller: Caller
  beforeEach(async () => {
    caller = await newCaller()
  })
  after(removeHomes)
  const write = (name: string, content: string): void => {
    mkdirSync(path.join(caller.home, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(caller.home, name), content)
  }

  it('takes headings as CommonMark has them, and tags that look like numbers', async () => {
    write('titles/sharp.md', '# Learn C#\n\n\nBody\n')
    write('titles/closed.md', '# Closed ##\n')
    write('titles/later.md', 'Do this:\n```sh\n# install\n```\n# Then that\n')
    write('titles/Setup.md', '---\ntags: [2024, plan]\n---\nDo this:\n~~~\n# install\n~~~\n')
    expect((await caller.run(['import', 'titles'])).code).to.equal(0)
    const all = (await caller.user.api.get('/ideas')).body
    expect(all.map(({ title, body }: Record<string, unknown>) => [title, body])).to.have.deep.members([
      ['Learn C#', 'Body'],
      ['Closed', ''],
      ['Then that', 'Do this:\n```sh\n# install\n```\n# Then that'],
      ['Setup', 'Do this:\n~~~\n# install\n~~~'],
    ])
    expect(all.flatMap(({ tags }: { tags: string[] }) => tags)).to.have.members(['2024', 'plan'])
  })

  it('takes titles and tags that look like numbers as they are written', async () => {
    for (const [name, title] of Object.entries({ a: '1.10', b: '007', c: '0xFF', d: '12345678901234567890' }))
      write(`numbers/${name}.md`, `---\ntitle: ${title}\ntags: [${title}, 1e3]\n---\nx\n`)
    expect((await caller.run(['import', 'numbers'])).code).to.equal(0)
    const all: { title: string; tags: string[] }[] = (await caller.user.api.get('/ideas?sort=title')).body
    const titles = ['007', '0xFF', '1.10', '12345678901234567890']
    expect(all.map(({ title }) => title)).to.deep.equal(titles)
    expect(all.map(({ tags }) => tags)).to.deep.equal(titles.map((title) => [title, '1e3']))
  })

  it('imports the others beside a note whose front matter is no YAML', async () => {
    write('aliased/bad.md', '---\ntitle: *Offline*\n---\nx\n')
    write('aliased/good.md', 'Good')
    const { code, stderr } = await caller.run(['import', 'aliased', '--mode', 'continue'])
    expect([code, stderr.split('\n').slice(0, 2)]).to.deep.equal([
      1,
      [
        'aliased/bad.md:2: front matter: Unresolved alias (the anchor must be set before the alias): Offline*',
        'Imported 1 idea, 0 tags, 0 links, 0 relations.',
      ],
    ])
  })
})
