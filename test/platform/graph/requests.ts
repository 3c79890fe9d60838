import type { Client, Reply } from '../../support/client.ts'

/** Requests of every kind that cannot be answered without Neo4j. */
export const REQUESTS: readonly ((api: Client) => Promise<Reply>)[] = [
  (api) => api.get('/user/me'),
  (api) => api.get('/ideas'),
  (api) => api.get('/map'),
  (api) => api.get('/ideas/1'),
  (api) => api.post('/ideas', { title: 'Not now' }),
  (api) => api.patch('/tags/none', { color: null }),
  (api) => api.delete('/map/relations/1'),
]
