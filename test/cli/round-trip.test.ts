import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { newIdea, newRelation } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('ideas export and ideas import', () => {
  let caller: Caller
  before(async () => {
    caller = await newCaller()
    const { api } = caller.user
    const parent = await newIdea(api, { title: 'Parent', body: `'=1+1`, tags: ['a', 'b c', 'x;y'] })
    await newIdea(api, { title: 'Tagged once', tags: ['Berlin, Germany'] })
    const child = await newIdea(api, {
      title: 'Child, "quoted"',
      body: '=1+1',
      parent_id: parent.id,
      status: 'shipped',
    })
    await api.post(`/ideas/${child.id}/links`, { url: 'https://example.org/1', title: 'One' })
    await newRelation(api, child.id, 'inspires', parent.id)
  })
  after(removeHomes)
  for (const format of ['json', 'csv']) {
    it(`carry ${format} from one account to another`, async () => {
      const file = path.join(caller.home, `all.${format}`)
      const { code } = await caller.run(['export', '--format', format, '--output', file])
      expect(code).to.equal(0)
      const other = await newCaller()
      expect((await other.run(['import', file])).code).to.equal(0)
      const [expected, restored] = [await shape(caller), await shape(other)] as { relations: string[] }[]
      if (format === 'csv') {
        // The CSV has no relations but the parents.
        expect(restored?.relations).to.deep.equal(['Parent parent Child, "quoted"'])
        expect(restored).to.deep.equal({ ...expected, relations: restored?.relations })
      } else expect(restored).to.deep.equal(expected)
    })
  }

  it('write JSON whose every reference is in the file', async () => {
    const { stdout } = await caller.run(['export'])
    const { ideas, links, relations } = JSON.parse(stdout)
    expect([ideas.length, links.length, relations.length]).to.deep.equal([3, 1, 2])
    const file = path.join(caller.home, 'again.json')
    await caller.run(['export', '-o', file])
    expect(JSON.parse(readFileSync(file, 'utf8')).ideas).to.deep.equal(ideas)
  })

  it('carry attachments in an archive', async () => {
    const plan = path.join(caller.home, 'plan.pdf')
    writeFileSync(plan, 'a plan')
    const attached = await caller.run(['attach', '2', 'nothing.pdf'])
    expect([attached.code, attached.stderr]).to.deep.equal([
      1,
      'ideas: nothing.pdf: there is no such file or folder\n',
    ])
    const [idea] = (await caller.user.api.get('/ideas?status=shipped')).body
    const { code, stdout } = await caller.run(['attach', String(idea.id), plan, plan, '--json'])
    expect(code).to.equal(0)
    expect(stdout).to.match(/"title":"plan.pdf"[^}]*"bytes":6,"media_type":"application\/pdf"/)
    const file = path.join(caller.home, 'all.zip')
    expect((await caller.run(['export', '--format', 'archive', '--output', file])).code).to.equal(0)
    const other = await newCaller()
    const imported = await other.run(['import', file])
    expect([imported.code, imported.stderr]).to.deep.equal([
      0,
      'Imported 3 ideas, 4 tags, 3 links, 2 relations.\n',
    ])
    const [restored] = (await other.user.api.get('/ideas?status=shipped')).body
    const links = (await other.user.api.get(`/ideas/${restored.id}/links`)).body
    expect(links.map(({ bytes }: { bytes?: number }) => bytes)).to.deep.equal([undefined, 6, 6])
  })

  it('download attachments, under their own name, and replace no file', async () => {
    const notes = path.join(caller.home, 'notes.txt')
    writeFileSync(notes, 'some notes')
    const [idea] = (await caller.user.api.get('/ideas')).body
    const { stdout } = await caller.run(['attach', String(idea.id), notes, '--json'])
    const { url, attachment_id: id } = JSON.parse(stdout)
    expect((await caller.run(['show', String(idea.id)])).stdout).to.contain(`${url}  notes.txt`)
    expect((await caller.run(['download', url, '--output', '-'])).stdout).to.equal('some notes')
    const refused = await caller.run(['download', id])
    expect([refused.code, refused.stderr]).to.deep.equal([
      5,
      'ideas: notes.txt exists already; --force replaces it\n',
    ])
    rmSync(notes)
    const { code, stderr } = await caller.run(['download', id])
    expect([code, stderr]).to.deep.equal([0, 'Downloaded to notes.txt\n'])
    expect(readFileSync(notes, 'utf8')).to.equal('some notes')
    const gone = await caller.run(['download', id.replaceAll(/./g, (c: string) => (c === '-' ? c : '0'))])
    expect(gone.code).to.equal(4)
    const wrong = await caller.run(['download', 'notes.txt'])
    expect([wrong.code, wrong.stderr]).to.deep.equal([2, 'ideas: "notes.txt" is no attachment\n'])
  })

  it('draw the map in each format', async () => {
    for (const [format, start] of [
      ['mermaid', /^(?:%%|---|flowchart|graph)/],
      ['graphml', /^<\?xml[\s\S]*<graphml/],
      ['gexf', /^<\?xml[\s\S]*<gexf/],
      ['cypher', /CREATE|MERGE/],
    ] as const) {
      const { code, stdout, stderr } = await caller.run(['map', '--format', format])
      expect([code, stderr], format).to.deep.equal([0, ''])
      expect(stdout, format).to.match(start)
    }
  })
})

/** What an account holds, without ids. */
async function shape({ user: { api } }: Caller): Promise<unknown> {
  const { body: ideas } = await api.get('/ideas?sort=created_at')
  const titles = new Map(ideas.map(({ id, title }: { id: number; title: string }) => [id, title]))
  const { edges } = (await api.get('/map')).body
  return {
    ideas: ideas.map(({ id: _id, parent_id, ...idea }: { id: number; parent_id: number }) => ({
      ...idea,
      parent: titles.get(parent_id),
    })),
    relations: edges
      .map(({ source, type, target }: { source: number; type: string; target: number }) =>
        [titles.get(source), type, titles.get(target)].join(' '),
      )
      .sort(),
  }
}
