import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import type { TestService } from '../../support/service.ts'

/** Requests of every kind that cannot be answered without Neo4j. */
export const REQUESTS: readonly ((api: Client) => Promise<Reply>)[] = [
  (api) => api.get('/user/me'),
  (api) => api.get('/user/mcp-tokens'),
  (api) => api.get('/ideas'),
  (api) => api.get('/map'),
  (api) => api.get('/ideas/1'),
  (api) => api.post('/ideas', { title: 'Not now' }),
  (api) => api.patch('/tags/none', { color: null }),
  (api) => api.delete('/map/relations/1'),
]

/** More than the service has connections to Neo4j, and the accounts that they come from, none with more than its share. */
const [MANY, USERS] = [130, 10]

/** A client, which is known to the service, for each of {@link MANY} requests at once. */
export async function manyCallers(service: TestService): Promise<Client[]> {
  const clients: Client[] = []
  for (let user = 0; user < USERS; user += 1) {
    const { api } = await service.createUser()
    expect((await api.get('/ideas')).status).to.equal(200)
    clients.push(...Array.from({ length: MANY / USERS }, () => api))
  }
  return clients
}
