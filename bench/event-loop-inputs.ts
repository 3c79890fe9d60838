import { SEARCH_LIMITS } from '../src/features/search/schema.ts'
import type { Client, Reply } from '../test/support/client.ts'
import type { TestUser } from '../test/support/service.ts'
import { until } from '../test/support/until.ts'

/** A request that is expensive to answer. */
export type Input = Readonly<{
  endpoint: string
  /** What makes it expensive. */
  name: string
  /** Fills a new account. */
  prepare: (api: Client, account: TestUser) => Promise<void>
  request: (api: Client) => Promise<Reply>
}>

const BODY = 50_000
const IDEAS = 100
const INDEXED_MS = 300_000

/** The worst searches that anybody here could think of. */
export const SEARCHES: readonly Input[] = [
  search('2,000 words, all in 100 long ideas', {
    query: words(2_000, 'abcdefghijklmnopqrstuvwxyz0123456789', 2).join(' '),
    body: words(1_296, 'abcdefghijklmnopqrstuvwxyz0123456789', 2).join(' '),
  }),
  search('2,000 words, one of them at the end of 100 long ideas', {
    query: `zebra ${words(1_900, 'abcdefghij', 3).join(' ')}`,
    body: `${'xylophone '.repeat(BODY / 10 - 1)}zebra`,
  }),
  search('long words that begin alike', {
    query: words(400, 'abcdefghij', 3)
      .map((end) => `internationali${end}`)
      .join(' '),
    body: words(1_000, 'abcdefghij', 3)
      .map((end) => `internationalis${end}`)
      .join(' '),
  }),
  search('780 words of Hangul', {
    query: words(780, hangul(60), 2).join(' '),
    body: words(3_600, hangul(60), 2).join(' '),
  }),
  search('a single word of Thai', { query: 'ก'.repeat(1_700), body: 'ก'.repeat(BODY) }),
  search('ideographs without a space', { query: han(1_700), body: han(BODY) }),
  {
    endpoint: 'GET /ideas',
    name: '100 long ideas',
    prepare: createLongIdeas,
    request: async (api) => api.get(`/ideas?limit=${IDEAS}`),
  },
  dryRun('100,000 lines that are no ideas', '0\n'.repeat(100_000)),
  dryRun('100,000 ideas in a chain of parents', Array.from({ length: 100_000 }, link).join('')),
  dryRun('an idea with 10,000 bad tags', JSON.stringify({ title: 'T', tags: Array(10_000).fill('') })),
  post('/tags/bulk', '10,000 zeros', { action: 'add', tag: 'T', idea_ids: Array(10_000).fill(0) }),
  post('/ideas', '10,000 bad tags', { title: 'T', tags: Array(10_000).fill('') }),
]

/** Searches by vectors, which a worker must have made. */
export const BY_MEANING: readonly Input[] = (['semantic', 'hybrid'] as const).map((mode) => {
  const request = async (api: Client): Promise<Reply> =>
    api.get(`/ideas/search?${new URLSearchParams({ q: 'xylophone', mode, limit: String(IDEAS) })}`)
  return {
    endpoint: 'GET /ideas/search',
    name: `100 long ideas, ${mode}`,
    async prepare(api) {
      await createLongIdeas(api)
      const isFound = async (): Promise<boolean> => {
        const { body } = await request(api)
        return body.search_type === mode && body.results.length === IDEAS
      }
      await until('all ideas are found by meaning', isFound, INDEXED_MS)
    },
    request,
  }
})

function search(name: string, { query, body }: { query: string; body: string }): Input {
  const text = body.repeat(Math.ceil(BODY / body.length))
  const q = query.slice(0, SEARCH_LIMITS.queryLength)
  return {
    endpoint: 'GET /ideas/search',
    name,
    async prepare(api) {
      for (let at = 0; at < IDEAS; at += 1) {
        await create(api, `${name} ${at}`, text.slice(-BODY))
      }
    },
    request: async (api) =>
      api.get(`/ideas/search?${new URLSearchParams({ q, mode: 'keyword', limit: '100' })}`),
  }
}

async function create(api: Client, title: string, body: string): Promise<void> {
  const { status } = await api.post('/ideas', { title, body })
  if (status !== 201) throw new Error(`an idea was refused: ${status}`)
}

async function createLongIdeas(api: Client): Promise<void> {
  for (let at = 0; at < IDEAS; at += 1) await create(api, `Xylophone ${at}`, 'xylophone '.repeat(BODY / 10))
}

async function nothing(): Promise<void> {}

function post(endpoint: string, name: string, body: unknown): Input {
  return {
    endpoint: `POST ${endpoint}`,
    name,
    prepare: nothing,
    request: async (api) => api.post(endpoint, body),
  }
}

function dryRun(name: string, raw: string): Input {
  const headers = { 'Content-Type': 'application/x-ndjson' }
  const path = '/user/import?dry_run=true'
  return {
    endpoint: 'POST /user/import',
    name,
    prepare: nothing,
    request: async (api) => api.post(path, undefined, { raw, headers }),
  }
}

function link(_: unknown, at: number): string {
  return `${JSON.stringify({ id: at + 1, title: `Idea ${at}`, parent_id: at === 0 ? null : at })}\n`
}

/** The first of all words of some letters. */
function words(count: number, letters: string, length: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const places = Array.from({ length }, (_, place) => Math.floor(number / letters.length ** place))
    return places.map((place) => [...letters][place % letters.length]).join('')
  })
}

function hangul(count: number): string {
  return String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0xac00 + 28 * at))
}

function han(count: number): string {
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 5_000))).join('')
}
