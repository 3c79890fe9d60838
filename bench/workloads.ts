import type { BigGraph } from '../test/support/big-graph.ts'
import type { Client, Reply } from '../test/support/client.ts'
import type { Ends } from './shapes.ts'

/** The measured operations. */
export type Workloads = Readonly<{
  get(id: number): Promise<unknown>
  /** The same by the tool of assistants. */
  getByTool(id: number): Promise<unknown>
  list(): Promise<unknown>
  listTagged(tags: readonly [string, string]): Promise<unknown>
  keyword(words: readonly [string, string]): Promise<unknown>
  semantic(text: string): Promise<unknown>
  map(): Promise<unknown>
  /** Learns that the map has not changed. */
  mapUnchanged(): Promise<unknown>
  relate(ends: Ends): Promise<unknown>
  /** Tries a relation that would close a cycle. */
  refuse(ends: Ends): Promise<unknown>
  create(title: string, tag: string): Promise<unknown>
  patch(id: number, title: string): Promise<unknown>
}>

/** The operations through the REST API; they throw on an unexpected response. */
export function serviceWorkloads(api: Client): Workloads {
  let etag: string | undefined
  const relate = async ([source_idea_id, target_idea_id]: Ends): Promise<Reply> =>
    api.post('/map/relations', { source_idea_id, target_idea_id, relation_type: 'blocks' })
  const isUnchanged = async (): Promise<boolean> => {
    etag ??= (await api.get('/map')).headers.get('etag') ?? ''
    const { status } = await api.with({ 'If-None-Match': etag }).get('/map')
    if (status !== 304) etag = undefined
    return status === 304
  }
  return {
    get: async (id) => must(api.get(`/ideas/${id}`)),
    getByTool: async (id) => {
      const { result } = await must(api.post(`${api.origin}/mcp`, callOf('get', { id }), { headers: CALL }))
      if (result.isError === true) throw new Error(`answered ${JSON.stringify(result)}`)
    },
    list: async () => must(api.get('/ideas')),
    listTagged: async ([one, other]) => must(api.get(`/ideas?tag=${one}&tag=${other}`)),
    keyword: async (words) => must(api.get(`/ideas/search?mode=keyword&q=${words.join('+')}`)),
    semantic: async (text) => must(api.get(`/ideas/search?mode=semantic&q=${encodeURIComponent(text)}`)),
    map: async () => must(api.get('/map')),
    async mapUnchanged() {
      // Once it may have changed, by what ran before.
      if (!(await isUnchanged()) && !(await isUnchanged())) throw new Error('answered 200 instead of 304')
    },
    relate: async (ends) => must(relate(ends)),
    async refuse(ends) {
      const { status, body } = await relate(ends)
      if (status !== 409 || body.cycle === undefined) throw new Error(`answered ${status} to a cycle`)
    },
    create: async (title, tag) =>
      must(api.post('/ideas', { title, body: 'A body of some words.', tags: [tag] })),
    patch: async (id, title) => must(api.patch(`/ideas/${id}`, { title })),
  }
}

const REVISION = '2026-07-28'
const CALL = {
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': REVISION,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'get',
}

/** A call of a tool as the protocol's revision 2026-07-28 sends it. */
function callOf(name: string, args: Readonly<Record<string, unknown>>): unknown {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } }
}

/** Pairs of ideas of a big graph that are not related yet, from older to newer: two to thirteen ideas ahead it has no relations. */
export function freshPairs({ firstIdea, ideas }: BigGraph): () => Ends {
  const sources = ideas - 14
  let unique = 0
  return () => {
    unique += 1
    const source = unique % sources
    return [firstIdea + source, firstIdea + source + 2 + (Math.floor(unique / sources) % 12)]
  }
}

/** The body of an answer. @throws Error on an error response */
export async function must(call: ReturnType<Client['get']>): Promise<Reply['body']> {
  const reply = await call
  if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply.body
}
