import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import {
  givenProxiedService,
  startProxiedService,
  type ProxiedService,
} from '../../support/proxied-service.ts'

describe('a statement that is a transaction of its own and whose connection breaks', () => {
  let proxied: ProxiedService
  let database: TestDatabase
  givenProxiedService((given) => (proxied = given))
  givenDatabase((given) => (database = given))

  for (const lose of ['answer', 'request'] as const) {
    const when = lose === 'answer' ? 'its answer is lost' : 'it never arrives'

    it(`makes one API key when ${when}`, async () => {
      const { session } = await proxied.service.createUser()
      await session.get('/user/me')
      const broken = proxied.neo4j.arm({ on: 'MERGE (c:$($params.nodeLabel)', lose })
      const reply = await session.post('/user/api-keys', { label: 'second' })
      await broken
      expect(reply.status).to.equal(201)
      const keys = await session.get('/user/api-keys')
      expect(keys.body.map((key: { label: string }) => key.label)).to.have.members(['First key', 'second'])
      const used = await proxied.service.anonymous.with({ 'X-API-Key': reply.body.key }).get('/user/me')
      expect(used.status).to.equal(200)
    })

    it(`ends an API key when ${when}`, async () => {
      const { session, api } = await proxied.service.createUser()
      const [key] = (await session.get('/user/api-keys')).body
      const broken = proxied.neo4j.arm({ on: 'DELETE c', lose })
      const reply = await session.delete(`/user/api-keys/${key.id}`)
      await broken
      expect(reply.status).to.equal(204)
      expect((await session.get('/user/api-keys')).body).to.deep.equal([])
      expect((await api.get('/user/me')).status).to.equal(401)
    })

    it(`makes one account, and does not call its own e-mail taken, when ${when}`, async () => {
      const broken = proxied.neo4j.arm({ on: 'MERGE (u:User', lose })
      const user = await proxied.service.createUser('free')
      await broken
      const rows = await database.query('MATCH (u:User {email: $email}) RETURN u.id AS id', {
        email: user.email,
      })
      expect(rows).to.deep.equal([{ id: user.user_id }])
      expect((await user.api.get('/user/me')).body).to.include({ id: user.user_id, plan: 'free' })
    })

    it(`lets nobody wait for an id when a block is reserved and ${when}`, async () => {
      const fresh = await startProxiedService()
      try {
        const { api } = await fresh.service.createUser()
        const broken = fresh.neo4j.arm({ on: 'MATCH (s:Sequence', lose })
        expect((await api.post('/ideas', { title: 'First of a block' })).status).to.equal(201)
        await broken
      } finally {
        await fresh.close()
      }
    })
  }
})
