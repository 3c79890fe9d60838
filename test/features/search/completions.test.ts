import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser } from '../../support/service.ts'
import { find, idsByWords } from './find.ts'

/** A title, and queries of which the last word is only begun. */
const BEGUN: readonly [title: string, queries: string[]][] = [
  ['An offline mode', ['off', 'offl', 'OFFL', 'offlin', 'a mode for offl', 'mode offl offl', 'x-offl']],
  ['Universities and organizing', ['univ', 'universiti', 'organizi', 'universities organiz']],
  ['Un café très serré', ['caf', 'très serr', 'tres ser']],
  ['The résumé of node.js', ['resu', 'résu', 're\u0301su', 'node.js res', 'nod']],
  ['Die alten Häuser am See', ['Häus', 'haeuse häu', 'Haus Häuse']],
  ['Проектирование базы данных', ['проек', 'базы данн']],
  ['H2O4all 2026beta', ['h2o', '2026']],
]

async function add(api: Client, fields: Readonly<Record<string, unknown>>): Promise<number> {
  return (await newIdea(api, fields)).id
}

describe('GET /api/v1/ideas/search with a last word that is only begun', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  for (const [title, queries] of BEGUN) {
    it(`finds its completions, in the title and in the body: ${title}`, async () => {
      const { api } = await newUser()
      await add(api, { title: 'Something else', body: 'The garden and the kitchen' })
      const ideas = [await add(api, { title }), await add(api, { title: 'Note', body: title })]
      for (const q of queries) expect(await idsByWords(api, q), q).to.have.members(ideas)
    })
  }

  it('shows the completed word in the snippet, with a score as of a word that is found', async () => {
    const { api } = await newUser()
    await add(api, { title: 'Note', body: `${'Other things. '.repeat(50)}It has an offline mode.` })
    const { results } = await find(api, 'mode offl', { mode: 'keyword' })
    expect(results.map(({ snippet }) => snippet.includes('an offline mode'))).to.deep.equal([true])
    expect(results[0]?.score).to.be.above(0.5).and.at.most(1)
  })

  it('finds completions of no other word, and of none with fewer than three letters or a sign behind it', async () => {
    const { api } = await newUser()
    await add(api, { title: 'An offline mode' })
    for (const q of ['of', 'o', 'offl garden', 'offl.', 'offl*', '"offl"', 'ffl', 'ffline', 'offlx']) {
      expect(await idsByWords(api, q), q).to.deep.equal([])
    }
  })

  it('finds no completions of a word that an idea holds as it stands', async () => {
    const { api } = await newUser()
    const longer = await add(api, { title: 'A catalogue' })
    expect(await idsByWords(api, 'cat')).to.deep.equal([longer])
    const word = await add(api, { title: 'A cat', status: 'shipped' })
    expect(await idsByWords(api, 'cat')).to.deep.equal([word])
    expect(await idsByWords(api, 'cat', { status: 'captured' })).to.deep.equal([])
    await database.query('MATCH (i:Idea {id: toInteger($id)}) SET i.archived = true', { id: word })
    expect(await idsByWords(api, 'cat')).to.deep.equal([longer])
  })

  it('pages through completions without repeats and gaps, and filters them', async () => {
    const { api } = await newUser()
    const ideas = Array.from({ length: 45 }, (_, at) => ({
      title: `Zeppelin${at}`,
      body: 'zeppelins',
      tags: at % 5 === 0 ? ['rare'] : [],
    }))
    expect((await api.post('/user/import', { ideas })).status).to.equal(200)
    const ids: number[] = []
    for (let offset = 0; offset < 60; offset += 20) ids.push(...(await idsByWords(api, 'zepp', { offset })))
    expect(ids).to.have.length(45)
    expect(new Set(ids).size).to.equal(45)
    expect(await idsByWords(api, 'zepp', { tag: 'rare' })).to.have.length(9)
  })

  it('shows nobody the ideas of others, whose words change neither results nor scores', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    await add(mine.api, { title: 'A lighthouse' })
    await add(mine.api, { title: 'Note', body: 'a lighthouse, lightweight' })
    const alone = await find(mine.api, 'ligh', { mode: 'keyword' })
    expect(alone.results).to.have.length(2)
    for (const title of ['ligh', 'lighter', 'A lighthouse']) await add(theirs.api, { title })
    expect(await find(mine.api, 'ligh', { mode: 'keyword' })).to.deep.equal(alone)
  })
})
