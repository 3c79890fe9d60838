import { expect } from 'chai'
import { UNKNOWN_ID } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('ideas duplicates', () => {
  let caller: Caller
  let ids: readonly number[]
  beforeEach(async () => {
    caller = await newCaller()
    const pair = {
      similarity_score: 0.9,
      status: 'pending',
      confidence: 0.87,
      reasons: ['the same words', 'the same sense'],
    }
    await caller.user.api.post('/user/import', {
      ideas: ['Dark mode', 'A dark theme', 'Night colours'].map((title, at) => ({ id: at + 1, title })),
      duplicates: [
        { ...pair, idea_id: 2, duplicate_of_id: 1 },
        { ...pair, idea_id: 3, duplicate_of_id: 1 },
      ],
    })
    const { body } = await caller.user.api.get('/ideas/duplicates')
    ids = body.duplicates.map(({ id }: { id: number }) => id)
  })
  after(removeHomes)

  it('lists the pairs with what speaks for them', async () => {
    const { code, stdout, stderr } = await caller.run(['duplicates'])
    expect(code).to.equal(0)
    const [header, ...rows] = stdout.trimEnd().split('\n')
    expect(header).to.match(/^PAIR +CONFIDENCE +ID +TITLE +OF +TITLE +WHY$/)
    expect(rows).to.have.lengthOf(2)
    expect(stdout).to.match(/0\.87 .*A dark theme .*Dark mode .*the same words; the same sense/)
    expect(stderr).to.equal('2 of 2 pairs.\n')
  })

  it('lists page by page, and prints with --json what the API answers', async () => {
    expect((await caller.run(['duplicates', '--limit', '1'])).stderr).to.equal('1 of 2 pairs.\n')
    const { body } = await caller.user.api.get('/ideas/duplicates?limit=1&offset=1')
    expect(await caller.json(['duplicates', '--limit', '1', '--offset', '1'])).to.deep.equal(body)
  })

  it('dismisses pairs by their ids, also from standard input, and says when there are none', async () => {
    const [first, second] = ids.map(String)
    const one = await caller.run(['duplicates', 'dismiss', first ?? ''])
    expect([one.code, one.stderr]).to.deep.equal([0, 'Dismissed 1 pair.\n'])
    const other = await caller.run(['duplicates', 'dismiss', '-'], { input: `${second}\n` })
    expect([other.code, other.stderr]).to.deep.equal([0, 'Dismissed 1 pair.\n'])
    const none = await caller.run(['duplicates'])
    expect([none.code, none.stdout, none.stderr]).to.deep.equal([0, '', 'No duplicates.\n'])
  })

  it('ends with 4 for an unknown pair', async () => {
    const { code, stderr } = await caller.run(['duplicates', 'dismiss', String(UNKNOWN_ID)])
    expect(code).to.equal(4)
    expect(stderr).to.match(/^ideas: .+\n$/)
  })

  it('says which pair it is that could not be dismissed, and how many were before', async () => {
    const { code, stderr } = await caller.run(['duplicates', 'dismiss', String(ids[0]), String(UNKNOWN_ID)])
    const unknown = `ideas: pair ${UNKNOWN_ID}: Duplicate pair not found; 1 pair before it is dismissed\n`
    expect([code, stderr]).to.deep.equal([4, unknown])
  })
})
