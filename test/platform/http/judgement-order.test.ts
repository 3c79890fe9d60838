import { expect } from 'chai'
import { freshTitle, newIdea, newIdeaIds, newRelation, relate, UNKNOWN_ID } from '../../support/factories.ts'
import type { Client } from '../../support/client.ts'
import { givenService, type TestService, type TestUser } from '../../support/service.ts'

describe('The order of judgement', () => {
  let service: TestService
  let user: TestUser
  givenService((given) => (service = given), { env: { FREE_PLAN_DAILY_QUOTA: '6', FREE_PLAN_IDEA_CAP: '2' } })
  beforeEach(async () => {
    user = await service.createUser('free')
  })

  const reader = async (): Promise<Client> => {
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    return service.anonymous.with({ 'X-API-Key': body.key })
  }
  const exhaust = async (): Promise<void> => {
    for (let times = 0; times < 6; times += 1) await user.api.get('/ideas')
  }
  const text = { headers: { 'Content-Type': 'text/plain' } }

  it('is 404 for an unknown path and 405 for a wrong method before 401', async () => {
    expect((await service.anonymous.get('/nowhere')).status).to.equal(404)
    expect((await service.anonymous.patch('/ideas', {})).status).to.equal(405)
  })

  it('is 401 before 415, 413 and 400', async () => {
    const { anonymous } = service
    expect((await anonymous.post('/ideas', { title: 'x' }, text)).status).to.equal(401)
    expect((await anonymous.post('/ideas', { title: 'x'.repeat(2 ** 20) })).status).to.equal(401)
    expect((await anonymous.post('/ideas?force=x', {})).status).to.equal(401)
    expect((await anonymous.get('/ideas/abc')).status).to.equal(401)
  })

  it('is scope 403 before 429', async () => {
    const limited = await reader()
    await exhaust()
    expect((await limited.post('/ideas', {})).status).to.equal(403)
    expect((await user.api.post('/user/api-keys', {})).status).to.equal(403)
    expect((await limited.get('/ideas')).status).to.equal(429)
  })

  it('is scope 403 before 415, 400 and 404', async () => {
    const limited = await reader()
    expect((await limited.post('/ideas', { title: '' }, text)).status).to.equal(403)
    expect((await limited.post('/ideas', { title: '' })).status).to.equal(403)
    expect((await limited.delete('/ideas/abc')).status).to.equal(403)
  })

  it('is 429 before 415, 413, 400 and 404', async () => {
    await exhaust()
    expect((await user.api.post('/ideas', { title: '' }, text)).status).to.equal(429)
    expect((await user.api.post('/ideas', { title: 'x'.repeat(2 ** 20) })).status).to.equal(429)
    expect((await user.api.post('/ideas', {})).status).to.equal(429)
    expect((await user.api.get('/ideas/abc')).status).to.equal(429)
  })

  it('is 415 before 413, and both before 400', async () => {
    expect((await user.api.post('/ideas', { title: 'x'.repeat(2 ** 20) }, text)).status).to.equal(415)
    expect((await user.api.post('/ideas?force=x', { title: '' }, text)).status).to.equal(415)
    expect((await user.api.post('/ideas?force=x', { title: 'x'.repeat(2 ** 20) })).status).to.equal(413)
  })

  it('is 400 before 404', async () => {
    for (const id of [UNKNOWN_ID, 'abc']) {
      expect((await user.api.patch(`/ideas/${id}`, { title: '' })).status, String(id)).to.equal(400)
      expect((await user.api.post(`/ideas/${id}/links`, { url: 'x' })).status, String(id)).to.equal(400)
    }
    expect((await relate(user.api, UNKNOWN_ID, 'related', UNKNOWN_ID)).status).to.equal(400)
  })

  it('is 404 before plan 403, and plan 403 before 409', async () => {
    const { title } = await newIdea(user.api)
    await newIdea(user.api)
    const orphan = await user.api.post('/ideas', { title: freshTitle(), parent_id: UNKNOWN_ID })
    expect(orphan.status).to.equal(404)
    expect((await user.api.post('/ideas', { title })).status).to.equal(403)
  })

  it('is 404 before 409', async () => {
    expect((await relate(user.api, UNKNOWN_ID, 'blocks', UNKNOWN_ID)).status).to.equal(404)
    const [a, b] = await newIdeaIds(user.api, 2)
    await newRelation(user.api, a, 'parent', b)
    const reply = await user.api.patch(`/ideas/${UNKNOWN_ID}`, { parent_id: a })
    expect(reply.status).to.equal(404)
  })
})
