import { expect } from 'chai'
import fc from 'fast-check'
import { brief, newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { find, idsByWords } from './find.ts'

describe('GET /api/v1/ideas/search?mode=keyword', () => {
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    user = await newUser()
  })

  it('finds an idea right after its creation, its change and its deletion', async () => {
    const { api } = user
    const { id } = await newIdea(api, { title: 'Weathervane', body: 'It turns' })
    expect(await idsByWords(api, 'weathervane')).to.deep.equal([id])
    await api.patch(`/ideas/${id}`, { title: 'Barometer' })
    expect(await idsByWords(api, 'weathervane')).to.deep.equal([])
    expect(await idsByWords(api, 'barometer')).to.deep.equal([id])
    await api.delete(`/ideas/${id}`)
    expect(await idsByWords(api, 'barometer')).to.deep.equal([])
  })

  it('finds pictures and flags, and nothing by a symbol of which the index keeps no word', async () => {
    const { api } = await newUser()
    const [rocket, flag] = [
      await newIdea(api, { title: 'To the moon 🚀' }),
      await newIdea(api, { title: 'Visit 🇩🇪' }),
    ]
    await newIdea(api, { title: 'Tick ✓ or \uFFFD' })
    expect(await idsByWords(api, '🚀')).to.deep.equal([rocket.id])
    expect(await idsByWords(api, '🇩🇪')).to.deep.equal([flag.id])
    for (const symbol of ['✓', '\uFFFD', '→', '€'])
      expect(await idsByWords(api, symbol), symbol).to.deep.equal([])
  })

  it('answers whole ideas with score, matched and snippet', async () => {
    const idea = await newIdea(user.api, {
      title: 'Kites',
      body: '**Lanterns** in the [sky](https://x.org)',
      tags: ['toys'],
    })
    const { search_type, results } = await find(user.api, 'lantern', { mode: 'keyword' })
    expect(search_type).to.equal('keyword')
    const { links: _, relations: __, processing: ___, ...listed } = idea
    expect(results).to.have.length(1)
    expect(results[0]).to.deep.include({ ...listed, matched: ['keyword'], snippet: 'Lanterns in the sky' })
    expect(results[0]?.score).to.be.above(0.5).and.at.most(1)
  })

  it('finds words by their stems, in title or body, whatever their case', async () => {
    const { id } = await newIdea(user.api, { title: 'Harvesting rainwater', body: 'Barrels collected it' })
    for (const q of ['harvest', 'HARVESTED', 'barrel', 'collects']) {
      expect(await idsByWords(user.api, q), q).to.deep.equal([id])
    }
  })

  it('scores ideas with all of the words above 0.5, the others below, the best first', async () => {
    const { api } = await newUser()
    const one = await newIdea(api, { title: 'Violin', body: 'violin violin violin' })
    const both = await newIdea(api, {
      title: 'A long evening',
      body: 'The violin was played beside a tuba, they say',
    })
    const { results } = await find(api, 'violin tuba', { mode: 'keyword' })
    expect(results.map(({ id }) => id)).to.deep.equal([both.id, one.id])
    expect(results[0]?.score).to.be.above(0.5).and.at.most(1)
    expect(results[1]?.score).to.be.above(0).and.at.most(0.5)
  })

  it('scores by how rare each of thirty words is, in the title and in the body', async () => {
    const { api } = await newUser()
    const words = Array.from({ length: 30 }, (_, at) => `b${at}`)
    const [ideas, ideaCount] = [[] as { id: number; title: string[]; body: string[] }[], 8]
    for (let idea = 0; idea < ideaCount; idea += 1) {
      const [title = [], body = []] = [2, 3].map((step) =>
        words.filter((_, at) => (at * step + idea) % 7 < idea),
      )
      const { id } = await newIdea(api, { title: `t ${title.join(' ')}`, body: body.join(' ') })
      ideas.push({ id, title, body })
    }
    const rarities = words.map((word) => {
      const holders = (field: 'title' | 'body'): number =>
        ideas.filter((idea) => idea[field].includes(word)).length
      const held = Math.max(holders('title'), holders('body'))
      return Math.log(1 + (ideaCount - held + 0.5) / (held + 0.5))
    })
    const { results } = await find(api, words.join(' '), { mode: 'keyword' })
    for (const { id, title, body } of ideas) {
      const sum = (held: string[]): number =>
        rarities.reduce((total, rarity, at) => total + (held.includes(words[at] ?? '') ? rarity : 0), 0)
      const bm25 = sum(title) / 2.2 + sum(body) / (1.3 + (0.9 * body.join(' ').length) / 2_000)
      const complete = words.every((word) => title.includes(word) || body.includes(word)) ? 0.5 : 0
      const expected = complete + (0.5 * bm25) / (bm25 + 40)
      expect(results.find((found) => found.id === id)?.score ?? 0).to.be.closeTo(expected, 1e-9)
    }
  })

  it('gives an idea the same score on every page', async () => {
    const { api } = await newUser()
    for (let at = 0; at < 3; at += 1)
      await newIdea(api, { title: `Pebble ${'pebble '.repeat(at)}`, body: `${at}` })
    const { results: all } = await find(api, 'pebble', { mode: 'keyword' })
    expect(all).to.have.length(3)
    for (const [offset, expected] of all.entries()) {
      const { results } = await find(api, 'pebble', { mode: 'keyword', offset, limit: 1 })
      expect(results).to.deep.equal([expected])
    }
  })

  const TEXTS: readonly [language: string, text: string, words: string[]][] = [
    ['Chinese', '知识图谱的设计与实现', ['图谱', '知识图谱', '设计', '实现 知识']],
    [
      'Japanese',
      'オフラインモードでデータベースを設計する',
      ['データベース', 'オフライン', 'データ', '設計', 'モード 設計'],
    ],
    ['Korean', '오프라인 모드를 데이터베이스에 만들자', ['모드', '데이터베이스', '오프라인']],
    ['Thai', 'การค้นหาข้อมูลภาษาไทย', ['ภาษาไทย', 'ข้อมูล']],
    ['German', 'Die Straße über den Flüssen', ['STRAßE', 'Über', 'flüssen']],
    ['French', 'Un café très serré', ['CAFÉ', 'cafe\u0301', 'serré']],
    ['Russian', 'Проектирование базы данных', ['БАЗЫ', 'данных']],
    ['Greek', 'Η βάση των δεδομένων', ['βάση', 'δεδομένων']],
    ['Arabic', 'قاعدة البيانات الكبيرة', ['البيانات']],
    ['emoji', 'Launch \u{1f680} now', ['\u{1f680}']],
  ]
  for (const [language, text, words] of TEXTS) {
    it(`finds words of other languages: ${language}`, async () => {
      const { api } = await newUser()
      await newIdea(api, { title: 'Something else' })
      const [inTitle, inBody] = [await newIdea(api, { title: text }), await newIdea(api, { body: text })]
      for (const word of words) {
        const ids = await idsByWords(api, word)
        expect(ids, word).to.have.members([inTitle.id, inBody.id])
        const { results } = await find(api, word, { mode: 'keyword' })
        expect(Math.min(...results.map(({ score }) => score)), word).to.be.above(0.5)
      }
    })
  }

  for (const q of ['it', 'The Who', 'to be or not to be', 'this and that']) {
    it(`finds what says nothing but stop words: ${q}`, async () => {
      const { api } = await newUser()
      await newIdea(api, { title: 'Something else' })
      const { id } = await newIdea(api, { title: `Remember: ${q}` })
      expect(await idsByWords(api, q)).to.include(id)
      expect(await idsByWords(api, q, { offset: 1 })).not.to.include(id)
    })
  }

  for (const char of '+-&|!(){}[]^"~*?:\\/<>=#%@$;,._\'`') {
    it(`takes no character for syntax: ${char}`, async () => {
      const { api } = await newUser()
      await newIdea(api, { title: 'Something else' })
      const { id } = await newIdea(api, { title: `anchor ${char} sail`, body: `har${char}bour` })
      // An apostrophe is a part of its word.
      const within = char === "'" ? [] : [`title${char}sail`]
      for (const q of [
        `${char}anchor`,
        `anchor ${char} sail`,
        `${char}${char}sail`,
        `har${char}bour`,
        ...within,
      ]) {
        expect(await idsByWords(api, q), q).to.deep.equal([id])
      }
      await idsByWords(api, char)
    })
  }

  for (const q of [
    'pencil AND',
    'OR pencil',
    'NOT pencil',
    '+pencil -pencil',
    '[a TO pencil]',
    'pencil~2',
    'pencil^9',
    'pen?il pencil',
    'userId:* pencil',
    '"pencil',
    'pencil\\',
    '/pencil/',
    'pencil && ||',
  ]) {
    it(`takes no words for operators: ${q}`, async () => {
      const { api } = await newUser()
      const { id } = await newIdea(api, { title: 'pencil' })
      expect(await idsByWords(api, q)).to.deep.equal([id])
    })
  }

  const LONG: readonly string[] = [
    'a'.repeat(300),
    'a'.repeat(8_000),
    Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(' '),
    '龘'.repeat(1_500),
    '知识图谱'.repeat(300),
    'あ'.repeat(1_500),
    'ア'.repeat(1_500),
    'a-'.repeat(3_000),
    'x:'.repeat(40),
    Array.from({ length: 50 }, (_, at) => `é${at}`).join('-'),
  ]
  for (const q of LONG) {
    it(`finds an idea by a text of any length: ${brief(q)}`, async () => {
      const { api } = await newUser()
      const { id } = await newIdea(api, { body: q })
      const { results } = await find(api, q, { mode: 'keyword' })
      expect(results.map((found) => found.id)).to.deep.equal([id])
      expect(results[0]?.score).to.be.above(0.5)
    })
  }

  it('never fails, and finds the idea that holds the text', async () => {
    const { api } = await newUser()
    const any = fc.string({ unit: 'grapheme', maxLength: 20 })
    // No stop word begins with a q.
    const text = fc.tuple(any, fc.stringMatching(/^q[a-z0-9]{1,7}$/), any).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.string({ unit: 'binary', maxLength: 40 }), async (text, garbage) => {
        const { id } = await newIdea(api, { title: `t ${text}` })
        const ids = await idsByWords(api, `keystone${garbage.replaceAll('\u0000', '')} ${text}`)
        expect(ids).to.include(id)
        await api.delete(`/ideas/${id}`)
      }),
      { numRuns: 60, examples: [['ㄱ00_', '']] },
    )
  })

  it('shows nobody the ideas of others, even with equal texts', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const fields = { title: 'Cartographer', body: 'Maps of everything' }
    const own = await newIdea(mine.api, fields)
    const other = await newIdea(theirs.api, fields)
    expect(await idsByWords(mine.api, 'cartographer maps')).to.deep.equal([own.id])
    expect(await idsByWords(theirs.api, `cartographer" OR userId:"${mine.user_id}`)).to.deep.equal([other.id])
  })

  it('finds no archived ideas', async () => {
    const { id } = await newIdea(user.api, { title: 'Sundial' })
    await database.query('MATCH (i:Idea {id: toInteger($id)}) SET i.archived = true', { id })
    expect(await idsByWords(user.api, 'sundial')).to.deep.equal([])
  })

  it('filters by status and by all of the tags, also the rarest, without underfilled pages', async () => {
    const { api } = await newUser()
    const wanted: number[] = []
    for (let at = 0; at < 30; at += 1) {
      const isWanted = at % 10 === 0
      const tags = isWanted ? ['common', 'Rare'] : ['common']
      const { id } = await newIdea(api, { body: 'gravel', tags, status: isWanted ? 'building' : 'shipped' })
      if (isWanted) wanted.unshift(id)
    }
    expect(await idsByWords(api, 'gravel', { tag: 'rare' })).to.deep.equal(wanted)
    expect(await idsByWords(api, 'gravel', { status: 'building', limit: 2 })).to.deep.equal(
      wanted.slice(0, 2),
    )
    const { body } = await api.get('/ideas/search?q=gravel&mode=keyword&tag=common&tag=RARE&offset=1')
    expect(body.results.map(({ id }: { id: number }) => id)).to.deep.equal(wanted.slice(1))
    expect(await idsByWords(api, 'gravel', { tag: 'unknown' })).to.deep.equal([])
  })

  it('pages through equal texts, the newest first, without repeats and gaps', async () => {
    const { api } = await newUser()
    const ideas = Array.from({ length: 130 }, () => ({ title: 'Twin', body: 'All the same' }))
    const { status } = await api.post('/user/import', { ideas })
    expect(status).to.be.oneOf([200, 201])
    const ids: number[] = []
    for (let offset = 0; offset < 140; offset += 20) ids.push(...(await idsByWords(api, 'twin', { offset })))
    expect(ids).to.have.length(130)
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => b - a))
  })
})
