import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { newIdea, newRelation } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('ideas export and ideas import', () => {
  let caller: Caller
  before(async () => {
    caller = await newCaller()
    const { api } = caller.user
    const parent = await newIdea(api, { title: 'Parent', body: '=1+1', tags: ['a', 'b c'] })
    const child = await newIdea(api, { title: 'Child, "quoted"', parent_id: parent.id, status: 'shipped' })
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
    expect([ideas.length, links.length, relations.length]).to.deep.equal([2, 1, 2])
    const file = path.join(caller.home, 'again.json')
    await caller.run(['export', '-o', file])
    expect(JSON.parse(readFileSync(file, 'utf8')).ideas).to.deep.equal(ideas)
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
