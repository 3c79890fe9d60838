import type { Client, Reply } from '../../support/client.ts'
import { freshTitle, relate, UNKNOWN_ID, WRONG_KEY } from '../../support/factories.ts'

/** One request or a few; `ids` are some ideas of the account. */
type Request = (api: Client, ids: readonly number[]) => Promise<Reply>

const MOST_IDEAS = 200
const lines = { 'Content-Type': 'application/x-ndjson' }
const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const word = (): string => any(['offline', 'garden', 'sync', 'storage', 'music']) ?? ''
const body = (): string => `About ${word()} and ${word()}. `.repeat(1 + Math.floor(Math.random() * 40))
const ideaLines = (count: number): string =>
  Array.from(
    { length: count },
    () => `${JSON.stringify({ title: freshTitle(), body: body(), tags: [word()] })}\n`,
  ).join('')

/** All kinds of requests. */
export const MIXED: Readonly<Record<string, Request>> = {
  get: async (api, ids) => api.get(`/ideas/${any(ids)}`),
  'list by next': async (api) => {
    const first = await api.get(`/ideas?limit=5&sort=${any(['-created_at', 'title', 'updated_at'])}`)
    const next = /<(?<to>[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.groups?.['to']
    return next === undefined ? first : api.get(api.origin + next)
  },
  'list by tags': async (api) => api.get(`/ideas?tag=${word()}&tag=${word()}&status=captured`),
  keyword: async (api) => api.get(`/ideas/search?mode=keyword&q=${word()}+${word()}`),
  semantic: async (api) => api.get(`/ideas/search?mode=semantic&q=${word()}+without+${word()}`),
  hybrid: async (api) => api.get(`/ideas/search?mode=hybrid&q=${word()}+${word()}`),
  create: async (api) => api.post('/ideas', { title: freshTitle(), body: body(), tags: [word()] }),
  'create once': async (api) =>
    api.post('/ideas', { title: freshTitle() }, { headers: { 'Idempotency-Key': freshTitle() } }),
  change: async (api, ids) => api.patch(`/ideas/${any(ids)}`, { title: freshTitle(), add_tags: [word()] }),
  link: async (api, ids) =>
    api.post(`/ideas/${any(ids)}/links`, { url: `https://example.org/${Math.random()}` }),
  relate: async (api, ids) => relate(api, any(ids), any(['blocks', 'related', 'parent']) ?? '', any(ids)),
  merge: async (api, ids) => api.post(`/ideas/${any(ids)}/merge`, { absorb_id: any(ids) }),
  delete: async (api, ids) => api.delete(`/ideas/${any(ids)}`),
  'delete the oldest': async (api) => {
    const list = await api.get('/ideas?sort=created_at&limit=40')
    if (Number(list.headers.get('x-total-count')) > MOST_IDEAS) {
      for (const { id } of list.body) await api.delete(`/ideas/${id}`)
    }
    return list
  },
  tags: async (api) => api.get('/tags'),
  duplicates: async (api) => api.get('/ideas/duplicates'),
  account: async (api) => api.get('/user/usage'),
  map: async (api) => api.get('/map'),
  insights: async (api) => api.get('/map/insights'),
  export: async (api) => api.post('/user/export'),
  'export as CSV': async (api) => api.post('/user/export/csv'),
  'export as GEXF': async (api) => api.post('/user/export/graph?format=gexf'),
  import: async (api) => api.post('/user/import', undefined, { raw: ideaLines(10), headers: lines }),
  'import of nothing': async (api) =>
    api.post('/user/import', undefined, { raw: '0\n'.repeat(1_000), headers: lines }),
  'bad fields': async (api) => api.post('/ideas', { title: '', tags: Array(500).fill('') }),
  'no JSON': async (api) => api.post('/ideas', undefined, { raw: '{"title":' }),
  'too large': async (api) => api.post('/ideas', { title: 'x'.repeat(1_100_000) }),
  'unknown idea': async (api) => api.patch(`/ideas/${UNKNOWN_ID}`, { title: 'T' }),
  'unknown path': async (api) => api.get('/nothing'),
  'unknown key': async (api) => api.with({ 'X-API-Key': WRONG_KEY }).get('/ideas'),
  'a map that nobody waits for': async (api) => left(api, 'GET', '/map'),
  'a search that nobody waits for': async (api) => left(api, 'GET', `/ideas/search?mode=hybrid&q=${word()}`),
  'an export that nobody waits for': async (api) => left(api, 'POST', '/user/export'),
  'an import that nobody waits for': async (api) => left(api, 'POST', '/user/import', ideaLines(50)),
}

/** Sends a request and closes the connection within 30 ms, or gets the answer. */
async function left(api: Client, method: string, path: string, raw?: string): Promise<Reply> {
  const signal = AbortSignal.timeout(1 + Math.floor(Math.random() * 30))
  const gone: Reply = { status: 499, headers: new Headers(), body: undefined }
  return api
    .send(method, path, undefined, { signal, ...(raw && { raw, headers: lines }) })
    .catch((error: unknown) => {
      if (signal.aborted) return gone
      throw error
    })
}
