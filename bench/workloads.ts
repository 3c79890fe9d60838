import type { Client } from '../test/support/client.ts'

/** The measured operations. */
export type Workloads = Readonly<{
  get(id: number): Promise<unknown>
  list(): Promise<unknown>
  create(title: string, tag: string): Promise<unknown>
  patch(id: number, title: string): Promise<unknown>
  relate(sourceId: number, targetId: number): Promise<unknown>
  map(): Promise<unknown>
}>

/** The operations through the REST API; they throw on an error response. */
export function serviceWorkloads(api: Client): Workloads {
  return {
    get: async (id) => must(api.get(`/ideas/${id}`)),
    list: async () => must(api.get('/ideas')),
    create: async (title, tag) =>
      must(api.post('/ideas', { title, body: 'A body of some words.', tags: [tag] })),
    patch: async (id, title) => must(api.patch(`/ideas/${id}`, { title })),
    relate: async (source, target) =>
      must(
        api.post('/map/relations', {
          source_idea_id: source,
          target_idea_id: target,
          relation_type: 'blocks',
        }),
      ),
    map: async () => must(api.get('/map')),
  }
}

async function must(call: ReturnType<Client['get']>): Promise<unknown> {
  const reply = await call
  if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply.body
}
