import { IMPORT_LIMITS } from '../src/features/imports/schema.ts'
import type { Client, Reply } from '../test/support/client.ts'
import type { Input } from './event-loop-inputs.ts'

const MIB = 1_048_576
const prepared = async (): Promise<void> => undefined

/** Requests that are expensive to validate, and ideas that are expensive to show. */
export const REQUESTS: readonly Input[] = [
  body('POST /tags/bulk', '300,000 zeros', `{"action":"add","tag":"t","idea_ids":[${zeros(300_000)}]}`),
  body('POST /ideas', 'every tag is wrong', `{"title":"","tags":[${zeros(500_000)}],"parent_id":"x"}`),
  body('POST /ideas', 'nested 300,000 deep', `{"title":${'['.repeat(300_000)}${']'.repeat(300_000)}}`),
  body('POST /ideas', '100,000 unknown fields', `{"title":"T",${fields(100_000)}}`),
  body('PATCH /user/me', 'settings of 1 MiB', `{"settings_json":{"a":[${zeros(MIB / 2 - 20)}]}}`),
  body(
    'POST /ideas',
    'a body of 50,000 block quotes',
    JSON.stringify({ title: 'T', body: '>'.repeat(50_000) }),
  ),
  lines('every line is wrong', '0\n'.repeat(400_000)),
  lines(
    'one line of 900,000 links',
    JSON.stringify({ title: 'T', links: Array.from({ length: 400_000 }, () => 0) }),
  ),
  hub('GET /ideas/:id', (api, id) => api.get(`/ideas/${id}`)),
  hub('GET /ideas/:id/relations', (api, id) => api.get(`/ideas/${id}/relations`)),
  hub('GET /ideas/:id/links', (api, id) => api.get(`/ideas/${id}/links`)),
  hub('GET /tags', (api) => api.get('/tags')),
  hub('GET /map', (api) => api.get('/map')),
  hub('POST /user/export', (api) => api.post('/user/export')),
  hub('POST /user/export/csv', (api) => api.post('/user/export/csv')),
]

function body(endpoint: string, name: string, raw: string): Input {
  const [method = '', path = ''] = endpoint.split(' ')
  const request = async (api: Client): Promise<Reply> => api.send(method, path, undefined, { raw })
  return { endpoint, name, prepare: prepared, request }
}

function lines(name: string, raw: string): Input {
  return {
    endpoint: 'POST /user/import',
    name,
    prepare: prepared,
    request: async (api) => importLines(api, raw),
  }
}

/** An account with as many tags, and an idea with as many links and relations, as an export file may bring. */
function hub(endpoint: string, request: (api: Client, id: number) => Promise<Reply>): Input {
  let id = 0
  const { exportedLinks, exportedRelations, exportedTags } = IMPORT_LIMITS
  return {
    endpoint,
    name: `${exportedRelations} relations, ${exportedLinks} links, ${exportedTags} tags`,
    async prepare(api) {
      const others = Array.from({ length: exportedRelations }, (_, at) => at + 2)
      const file = {
        ideas: [
          { id: 1, title: 'The hub of all' },
          ...others.map((other) => ({ id: other, title: `Idea ${other}` })),
        ],
        links: Array.from({ length: exportedLinks }, (_, at) => ({
          idea_id: 1,
          url: `https://example.org/${at}`,
        })),
        relations: others.map((other) => ({
          source_idea_id: 1,
          target_idea_id: other,
          relation_type: 'related',
        })),
        tags: Array.from({ length: exportedTags }, (_, at) => ({ name: `tag ${at}` })),
      }
      const { status } = await api.post('/user/import', file)
      if (status !== 200) throw new Error(`the graph was refused: ${status}`)
      id = (await api.get('/ideas/search?mode=keyword&q=hub')).body.results[0].id
    },
    request: async (api) => request(api, id),
  }
}

async function importLines(api: Client, raw: string): Promise<Reply> {
  return api.post('/user/import', undefined, { raw, headers: { 'Content-Type': 'application/x-ndjson' } })
}

function zeros(count: number): string {
  return '0,'.repeat(count).slice(0, -1)
}

function fields(count: number): string {
  return Array.from({ length: count }, (_, at) => `"f${at}":0`).join()
}
