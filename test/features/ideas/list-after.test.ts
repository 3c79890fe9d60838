import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Client, Reply } from '../../support/client.ts'
import { brokenFields } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { linksOf } from './links-of.ts'

const SORTS = ['created_at', '-created_at', 'updated_at', '-updated_at', 'title', '-title']
/** Above and below U+FFFF, where the order of UTF-16 units and of code points differ. */
const TITLES = ['\u{1F600} smile', '\uFF21 wide', '\uFFFD', 'zebra', 'Zebra', 'élan']
const IDEAS = 45

const page = fc.record({
  filter: fc.constantFrom(
    '',
    '&status=shipped',
    '&tag=even',
    '&tag=even&tag=third',
    '&tag=third&status=captured',
  ),
  limit: fc.integer({ min: 3, max: 20 }),
  offset: fc.nat(IDEAS),
})

/** An account whose ideas have few different times and titles. */
async function newAccount(): Promise<Client> {
  const { api } = await newUser()
  const ideas = Array.from({ length: IDEAS }, (_, at) => ({
    title: TITLES[at % TITLES.length],
    body: `Idea ${at}`,
    status: at % 2 === 0 ? 'shipped' : 'captured',
    tags: [...(at % 2 === 0 ? ['even'] : []), ...(at % 3 === 0 ? ['third'] : [])],
    created_at: `2026-01-0${1 + (at % 4)}T00:00:00Z`,
    updated_at: `2026-02-0${1 + (at % 5)}T00:00:00Z`,
  }))
  expect((await api.post('/user/import', { ideas })).status).to.equal(200)
  return api
}

/** The ids of all pages from this one on, by `next`; `between` runs after each of them. */
async function walk(
  api: Client,
  query: string,
  between?: (page: Reply) => Promise<unknown>,
): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = `/api/v1/ideas?${query}`; next !== undefined;) {
    const reply: Reply = await api.get(api.origin + next)
    expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
    ids.push(...reply.body.map(({ id }: { id: number }) => id))
    await between?.(reply)
    next = linksOf(reply)['next']
  }
  return ids
}

function made(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('GET /api/v1/ideas?after', () => {
  let api: Client
  before(async () => {
    api = await newAccount()
  })

  for (const sort of SORTS) {
    it(`leads through exactly the list by next, also where sort keys are equal: ${sort}`, async () => {
      const property = fc.asyncProperty(page, async ({ filter, limit, offset }) => {
        const query = `sort=${sort}${filter}`
        const { body } = await api.get(`/ideas?${query}&limit=100`)

        const walked = await walk(api, `${query}&limit=${limit}${offset === 0 ? '' : `&offset=${offset}`}`)

        expect(walked).to.deep.equal(body.slice(offset).map(({ id }: { id: number }) => id))
      })
      await fc.assert(property, { numRuns: 8, examples: [[{ filter: '', limit: 4, offset: 0 }]] })
    })
  }

  for (const sort of SORTS) {
    it(`neither repeats nor skips what did not change while other ideas did: ${sort}`, async () => {
      const account = await newAccount()
      const all: number[] = (await account.get('/ideas?limit=100')).body.map(({ id }: { id: number }) => id)
      const changed = new Set<number>()
      const walked = await walk(account, `sort=${sort}&limit=4`, async ({ body }) => {
        // The last one of a page is the one that its cursor names. A page is empty where all after it is gone.
        const last = body.at(-1)?.id ?? 0
        const other = all[(changed.size * 7) % all.length] ?? 0
        await account.delete(`/ideas/${last}`)
        await account.patch(`/ideas/${other}`, { title: `Changed ${changed.size}` })
        await account.post('/ideas', { title: `New ${changed.size}` })
        for (const id of [last, other]) changed.add(id)
      })

      const unchanged = all.filter((id) => !changed.has(id))
      expect(walked.filter((id) => unchanged.includes(id))).to.have.members(unchanged)
    })
  }

  it('answers prev, first and last by offset, and keeps tags, status and the order', async () => {
    const first = await api.get('/ideas?sort=title&tag=even&status=shipped&limit=5&offset=5')
    const { next } = linksOf(first)
    const second = await api.get(api.origin + next)
    const kept = '/api/v1/ideas?sort=title&tag=even&status=shipped&limit=5'
    expect({ ...linksOf(second), next: '' }).to.deep.equal({
      first: `${kept}&offset=0`,
      prev: `${kept}&offset=5`,
      next: '',
      last: `${kept}&offset=20`,
    })
    expect(second.headers.get('x-total-count')).to.equal('23')
    const back = await api.get(api.origin + linksOf(second)['prev'])
    expect(back.body).to.deep.equal(first.body)
  })

  it('answers 400 that names it where it is no cursor, one of another order, or beside an offset', async () => {
    const { next = '' } = linksOf(await api.get('/ideas?sort=title&limit=5'))
    const after = new URL(next, api.origin).searchParams.get('after') ?? ''
    for (const query of [
      'after=',
      'after=5',
      'after=%00',
      `after=${after}x&sort=title&after=${after}`,
      `after=${after}`,
      `after=${after}&sort=-title`,
      `after=${after}&sort=title&offset=0`,
      `after=${after}&sort=title&offset=5`,
      `sort=title&after=${made(['title', 5, 1, 0])}`,
      `sort=created_at&after=${made(['created_at', 'x', 1, 0])}`,
      `sort=created_at&after=${made(['created_at', 1, 1.5, 0])}`,
      `sort=created_at&after=${made(['created_at', 1, 1, -1])}`,
      `after=${made({ sort: 'title' })}`,
    ]) {
      expect(brokenFields(await api.get(`/ideas?${query}`)), query).to.deep.equal(['after'])
    }
    expect(brokenFields(await api.get(`/ideas?after=${after}&offset=x&limit=0`))).to.have.members([
      'after',
      'after',
      'offset',
      'limit',
    ])
  })
})
