import type { BigGraph } from '../test/support/big-graph.ts'
import type { Client, Reply } from '../test/support/client.ts'

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

/** Pairs of ideas of a big graph that are not related yet, from older to newer: two to thirteen ideas ahead it has no relations. */
export function freshPairs({ firstIdea, ideas }: BigGraph): () => [source: number, target: number] {
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
