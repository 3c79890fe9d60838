import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Actor } from '../../../src/platform/auth/actor.ts'
import { EmbeddingsUnavailable } from '../../../src/platform/embeddings/embedder.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { Problem } from '../../../src/platform/problems.ts'
import { SearchIdeas, type FoundIdea, type SearchAnswer } from '../../../src/features/search/schema.ts'
import { createSearch } from '../../../src/features/search/search.ts'
import { createSearchStore } from '../../../src/features/search/store.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { sharedService } from '../../support/service.ts'
import { plant, towards, type Planted } from './passages.ts'

const INDEX = 'planted'
const NOW = Date.now()

/** Every second holds the word, every fifth has no passage. */
function gondola(n: number): Planted {
  return {
    ...(n % 5 === 0 ? {} : { passages: [{ embedding: towards(0.9 - n / 1_000, n) }] }),
    title: n % 2 === 0 ? 'Gondola' : `Other ${n}`,
  }
}

/** An idea with one passage of such a cosine. */
function at(cosine: number, turn = 0): Planted {
  return { passages: [{ embedding: towards(cosine, turn) }] }
}

function idsOf({ results }: SearchAnswer): number[] {
  return results.map(({ id }) => id)
}

function expectInOrder(found: readonly FoundIdea[]): void {
  const sorted = found.toSorted((a, b) => b.score - a.score || b.id - a.id)
  expect(found.map(({ id }) => id)).to.deep.equal(sorted.map(({ id }) => id))
  expect(new Set(found.map(({ id }) => id)).size, 'no idea twice').to.equal(found.length)
}

function graphOf({ driver }: TestDatabase): Graph {
  return createGraph(driver, 'neo4j', Date.now)
}

type Query = Readonly<Record<string, string | string[]>>

describe('A search by meaning', () => {
  let database: TestDatabase
  let userId: string
  after(async () => database.query('MATCH (x:EmbeddingIndex {id: $INDEX}) DELETE x', { INDEX }))
  givenDatabase((given) => (database = given))
  before(async () => {
    // Migrates the database.
    await sharedService()
    await database.query("MERGE (x:EmbeddingIndex {slot: 'a'}) SET x.id = $INDEX, x.state = 'active'", {
      INDEX,
    })
  })
  beforeEach(() => (userId = randomUUID()))

  /** With a model for which every query is `towards(1)`. */
  const searchWith = (
    embedQuery: () => Promise<number[]>,
    given: { graph?: Graph; settled?: (userId: string) => Promise<void> } = {},
  ) => {
    const { graph = graphOf(database), settled = async () => undefined } = given
    const store = createSearchStore(graph)
    const queryVectors = async () => ({ slot: 'a', id: INDEX, lately: NOW, embedQuery }) as const
    return createSearch({ store, queryVectors, settled })
  }
  const search = async (query: Query, user = userId): Promise<SearchAnswer> =>
    searchWith(async () => towards(1)).find({ userId: user } as Actor, SearchIdeas.parse(query))
  const add = async (ideas: readonly Planted[], user = userId): Promise<number[]> =>
    plant(database, user, ideas)
  const pages = async (query: Query, size: number, count: number): Promise<FoundIdea[]> => {
    const found: FoundIdea[] = []
    for (let at = 0; at < count; at += 1) {
      const part = { limit: String(size), offset: String(at * size) }
      const { results } = await search({ ...query, ...part })
      if (results.length < size) expect(at, 'a page that is not full is the last').to.equal(count - 1)
      found.push(...results)
    }
    return found
  }

  it('is what happens when no mode is given; scores are cosines within 0 to 1, the best first', async () => {
    const [far, near, opposite, middle] = await add([at(0.2), at(0.9), at(-0.5), at(0.6)])
    const answer = await search({ q: 'anything' })
    expect(answer.search_type).to.equal('semantic')
    expect(idsOf(answer)).to.deep.equal([near, middle, far, opposite])
    for (const [place, cosine] of [0.9, 0.6, 0.2, 0].entries()) {
      expect(answer.results[place]?.score).to.be.closeTo(cosine, 1e-5)
      expect(answer.results[place]?.matched).to.deep.equal(['semantic'])
    }
  })

  it('scores an idea by its best passage, and shows that', async () => {
    const passages = [0.1, 0.8, 0.3].map((cosine) => ({
      text: `About ${cosine}`,
      embedding: towards(cosine),
    }))
    const [long, other] = await add([{ passages }, at(0.7)])
    const { results } = await search({ q: 'anything', mode: 'semantic' })
    expect(results.map(({ id }) => id)).to.deep.equal([long, other])
    expect(results[0]?.snippet).to.equal('About 0.8')
  })

  it('shows neither archived ideas nor those of others, even with equal texts', async () => {
    const stranger = randomUUID()
    const [mine] = await add([at(0.5), { ...at(0.9), archived: true }])
    const [theirs] = await add([at(0.5)], stranger)
    expect(idsOf(await search({ q: 'anything' }))).to.deep.equal([mine])
    expect(idsOf(await search({ q: 'anything' }, stranger))).to.deep.equal([theirs])
  })

  it('pages through more ideas than the window holds, many of them equal, without repeats, gaps and short pages', async () => {
    const ids = await add(
      Array.from({ length: 730 }, (_, n) => at(0.9 - Math.floor(n / 100) / 10, Math.floor(n / 100))),
    )
    const found = await pages({ q: 'anything' }, 90, 9)
    expect(found.map(({ id }) => id)).to.have.members(ids)
    expectInOrder(found)
  })

  it('pages through ideas that are all equal', async () => {
    const ids = await add(Array.from({ length: 450 }, () => at(0.5)))
    const found = await pages({ q: 'anything' }, 100, 5)
    expect(found.map(({ id }) => id)).to.deep.equal(ids.toReversed())
  })

  it('fills pages although one idea fills the window with its passages', async () => {
    const passages = Array.from({ length: 450 }, (_, n) => ({ embedding: towards(0.9, n) }))
    const [long, ...short] = await add([{ passages }, at(0.3), at(0.4)])
    expect(idsOf(await search({ q: 'anything' }))).to.deep.equal([long, ...short.toReversed()])
  })

  it('finds the rarest tag and status beyond the window', async () => {
    const near = Array.from({ length: 500 }, (_, n) => ({
      ...at(0.9, n),
      tags: ['common'],
      status: 'shipped',
    }))
    const far = [0.1, 0.3, 0.2].map((cosine) => ({
      ...at(cosine),
      tags: ['common', 'rare'],
      status: 'building',
    }))
    const [a, b, c] = (await add([...near, ...far])).slice(500)
    for (const filter of [{ tag: 'Rare' }, { tag: ['rare', 'common'] }, { status: 'building' }] as Query[]) {
      expect(idsOf(await search({ q: 'anything', ...filter })), JSON.stringify(filter)).to.deep.equal([
        b,
        c,
        a,
      ])
      expect(idsOf(await search({ q: 'anything', ...filter, offset: '1', limit: '1' }))).to.deep.equal([c])
    }
    expect(idsOf(await search({ q: 'anything', tag: ['rare', 'other'] }))).to.deep.equal([])
    const found = await pages({ q: 'anything', status: 'shipped' }, 100, 5)
    expect(found).to.have.length(500)
    expectInOrder(found)
  })

  it('waits and asks again if its user has just written, and not for what others write', async () => {
    await add([at(0.5)])
    const waited: string[] = []
    const settled = async (user: string): Promise<void> => {
      waited.push(user)
      await add([at(0.9)])
    }
    const { find } = searchWith(async () => towards(1), { settled })
    const found = async (): Promise<number> =>
      (await find({ userId } as Actor, SearchIdeas.parse({ q: 'anything' }))).results.length
    const write = async (user: string, dueAt: number) =>
      database.query(
        "CREATE (:Outbox {ideaId: toInteger($at), userId: $user, stage: 'indexing', priority: 1, dueAt: $dueAt})",
        { user, dueAt, at: 8_000_000_000_000_200 + dueAt - NOW },
      )
    await write(randomUUID(), NOW + 5)
    await write(userId, NOW - 1)
    expect([await found(), waited]).to.deep.equal([1, []])
    await write(userId, NOW)
    expect([await found(), waited]).to.deep.equal([2, [userId]])
    await database.query(
      'MATCH (o:Outbox) WHERE o.ideaId IN range(8000000000000199, 8000000000000205) DELETE o',
    )
  })

  it('goes by words when no idea has a passage yet, unless the meaning is asked for', async () => {
    const [id] = await add([{ title: 'Gondola' }])
    for (const mode of [{}, { mode: 'hybrid' }] as Query[]) {
      const answer = await search({ q: 'gondola', ...mode })
      expect([answer.search_type, idsOf(answer)]).to.deep.equal(['keyword', [id]])
    }
    const answer = await search({ q: 'gondola', mode: 'semantic' })
    expect([answer.search_type, idsOf(answer)]).to.deep.equal(['semantic', []])
  })

  it('goes by words while the model is unavailable, unless the meaning is asked for', async () => {
    const [id] = await add([{ ...at(0.9), title: 'Gondola' }])
    const { find } = searchWith(async () => {
      throw new EmbeddingsUnavailable('gone', { retryAfterMs: 6_500 })
    })
    for (const mode of [{}, { mode: 'hybrid' }] as Query[]) {
      const answer = await find({ userId } as Actor, SearchIdeas.parse({ q: 'gondola', ...mode }))
      expect([answer.search_type, idsOf(answer)]).to.deep.equal(['keyword', [id]])
    }
    const refusal = await find(
      { userId } as Actor,
      SearchIdeas.parse({ q: 'gondola', mode: 'semantic' }),
    ).catch((error: unknown) => error)
    expect(refusal)
      .to.be.instanceOf(Problem)
      .with.deep.include({ code: 'embeddings_unavailable', retryAfterS: 7 })
  })

  describe('and by words (hybrid)', () => {
    it('puts what both find before what one of them finds', async () => {
      const [both, meaning, words] = await add([
        { ...at(0.9), title: 'Gondola' },
        at(0.9),
        { ...at(0.1), title: 'Gondola' },
      ])
      const [bare] = await add([{ title: 'Gondola' }])
      const { search_type, results } = await search({ q: 'gondola', mode: 'hybrid' })
      expect(search_type).to.equal('hybrid')
      expect(results.map(({ id, matched }) => [id, matched.join()])).to.deep.equal([
        [both, 'keyword,semantic'],
        [meaning, 'semantic'],
        [words, 'keyword,semantic'],
        [bare, 'keyword'],
      ])
      expectInOrder(results)
    })

    it('counts a word little that is all that an idea has in common with a long query', async () => {
      const [meant, chance] = await add([at(0.6), { ...at(0.599), title: 'Gondola' }])
      const long = { q: 'narrow boats through an old town but no gondola', mode: 'hybrid' }
      expect(idsOf(await search(long))).to.deep.equal([meant, chance])
      expect(idsOf(await search({ q: 'gondola', mode: 'hybrid' }))).to.deep.equal([chance, meant])
    })

    for (const q of ['gondola', 'gond']) {
      it(`pages through all that either finds, beyond the windows of both: ${q}`, async () => {
        const ids = await add(Array.from({ length: 700 }, (_, n) => gondola(n)))
        const found = await pages({ q, mode: 'hybrid' }, 70, 10)
        expect(new Set(found.map(({ id }) => id))).to.deep.equal(
          new Set(ids.filter((_, n) => n % 5 !== 0 || n % 2 === 0)),
        )
        expectInOrder(found)
      })
    }

    it('reads no more rows for a page beyond all others than for the first', async () => {
      await add(Array.from({ length: 700 }, (_, n) => gondola(n)))
      const graph = graphOf(database)
      let rows = 0
      const counting: Graph = {
        ...graph,
        async read(query, params) {
          const found = await graph.read(query, params)
          rows += found.length
          return found
        },
      }
      const rowsAt = async (offset: string): Promise<number> => {
        rows = 0
        const query = SearchIdeas.parse({ q: 'gondola', mode: 'hybrid', offset })
        await searchWith(async () => towards(1), { graph: counting }).find({ userId } as Actor, query)
        return rows
      }
      expect(await rowsAt('999999')).to.be.at.most(await rowsAt('0'))
    })

    it('answers the same whatever others store', async () => {
      await add(Array.from({ length: 30 }, (_, n) => gondola(n)))
      const query = { q: 'gondola other 3', mode: 'hybrid', limit: '50' }
      const alone = await search(query)
      await add(
        Array.from({ length: 500 }, (_, n) => gondola(n)),
        randomUUID(),
      )
      expect(await search(query)).to.deep.equal(alone)
    })
  })
})
