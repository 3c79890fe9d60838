import { expect } from 'chai'
import { newIdea } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('ideas search', () => {
  let caller: Caller
  before(async () => {
    caller = await newCaller()
    await newIdea(caller.user.api, { title: 'Kite', body: 'It **flies**', tags: ['toys'] })
    await newIdea(caller.user.api, { title: 'Glider', body: 'It flies far', status: 'building' })
  })
  after(removeHomes)

  it('shows the best ideas with score and snippet, and how they were found', async () => {
    const { code, stdout, stderr } = await caller.run(['search', '--mode', 'keyword', 'flies', 'kite'])
    expect([code, stderr]).to.deep.equal([0, 'Found by their words.\n'])
    const [head, first, second] = stdout.split('\n')
    expect(head).to.match(/^ID +SCORE {2}TITLE +SNIPPET$/)
    expect(first).to.match(/^\d+ {2}0\.\d\d {3}Kite {4}It flies$/)
    expect(second).to.match(/^\d+ {2}0\.\d\d {3}Glider {2}It flies far$/)
  })

  it('prints for programs what the API answers, narrowed down by tag, status and limit', async () => {
    const found = async (...options: string[]): Promise<string[]> => {
      const { results } = await caller.json(['search', 'flies', '--mode', 'keyword', ...options])
      return results.map(({ title }: { title: string }) => title)
    }
    expect(await found('--tag', 'toys')).to.deep.equal(['Kite'])
    expect(await found('--status', 'building')).to.deep.equal(['Glider'])
    expect(await found('--limit', '1', '--offset', '1')).to.have.length(1)
    expect(await caller.json(['search', 'flies', '--mode', 'keyword'])).to.include({ search_type: 'keyword' })
  })

  it('says when there is nothing, and refuses another mode', async () => {
    const { code, stdout, stderr } = await caller.run(['search', '--mode', 'keyword', 'submarine'])
    expect([code, stdout, stderr]).to.deep.equal([0, '', 'No ideas.\n'])
    expect((await caller.run(['search', 'kite', '--mode', 'magic'])).code).to.equal(2)
    expect((await caller.run(['search'])).code).to.equal(2)
  })
})
