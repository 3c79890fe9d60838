import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { connect, ERAS, type Assistant } from './connecting.ts'
import { newToken } from './tokens.ts'

for (const era of ERAS) {
  describe(`Round trips of tool calls by a ${era} client`, () => {
    let proxied: ProxiedService
    let assistant: Assistant | undefined
    givenProxiedService((given) => (proxied = given))
    after(async () => assistant?.close())

    it('to the databases are as many as those of the request to the API', async () => {
      const user = await proxied.service.createUser('pro')
      const { api } = user
      const [a, b, c, d] = [await newIdea(api), await newIdea(api), await newIdea(api), await newIdea(api)]
      const { call } = (assistant = await connect(proxied.service.url, await newToken(user), era))
      const count = async (work: () => Promise<unknown>) => {
        proxied.neo4j.reset()
        proxied.redis.reset()
        await work()
        return { neo4j: proxied.neo4j.turns(), redis: proxied.redis.turns() }
      }
      let titles = 0
      const title = () => `Title ${(titles += 1)}`
      const relation = (target: number) => ({ source_idea_id: a.id, target_idea_id: target })
      const pairs = [
        [() => call('get', { id: a.id }), () => api.get(`/ideas/${a.id}`)],
        [() => call('list'), () => api.get('/ideas?limit=10')],
        [
          () => call('search', { q: 'idea', mode: 'keyword' }),
          () => api.get('/ideas/search?mode=keyword&q=idea&limit=10'),
        ],
        [() => call('capture', { title: title() }), () => api.post('/ideas', { title: title() })],
        [
          () => call('update', { id: a.id, title: title() }),
          () => api.patch(`/ideas/${a.id}`, { title: title() }),
        ],
        [
          () => call('relate', { source_id: a.id, target_id: d.id }),
          () => api.post('/map/relations', relation(c.id)),
        ],
        [() => call('neighbourhood', { id: a.id }), () => api.get(`/map?focus=${a.id}&limit=50`)],
        [
          () => call('why_related', { from: b.id, to: c.id }),
          () => api.get(`/map/path?from=${b.id}&to=${c.id}`),
        ],
      ] as const
      // Credentials are in the cache, and ids in stock, after their first use.
      await call('list')
      await api.post('/map/relations', relation(b.id))
      for (const [tool, request] of pairs)
        expect(await count(tool), String(tool)).to.deep.equal(await count(request))
    })
  })
}
