import { expect } from 'chai'
import type { Context } from 'mocha'
import { modelFolder } from '../../platform/embeddings/model.ts'
import type { Client } from '../../support/client.ts'
import { startFakeProviders, type FakeProviders } from '../../support/fake-providers.ts'
import { givenOwnServers, type OwnServers } from '../../support/own-servers.ts'
import { startService, testEnvironment, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { readFilled, restore, type Filled } from './restore.ts'

describe('a database that e7e4bb8 has filled', function () {
  const filled: Filled = readFilled('e7e4bb8')
  const { ids, user } = filled
  let servers: OwnServers
  let providers: FakeProviders
  let service: TestService
  let api: Client

  givenOwnServers((given) => (servers = given))
  before(async function (this: Context) {
    const folder = modelFolder(this)
    providers = await startFakeProviders()
    await restore(servers, filled)
    service = await startService({
      env: {
        ...testEnvironment(servers.env),
        ...providers.env,
        WORKER: 'inside',
        EMBEDDINGS_DIR: folder,
        BYOK_MASTER_KEY: filled.masterKey,
      },
    })
    api = service.anonymous.with({ 'X-API-Key': user.api_key })
  })
  after(async () => {
    await service?.close()
    await providers?.close()
  })

  const isProcessing = async (id: number): Promise<boolean> => (await api.get(`/ideas/${id}`)).body.processing

  it('has all ideas, tags, links, relations and merges', async () => {
    const { body } = await api.post('/user/export')
    expect(body.ideas.map(settled)).to.deep.equal(filled.export.ideas.map(settled))
    expect(body.tags).to.deep.equal(filled.export.tags)
    expect(body.links).to.deep.equal(filled.export.links)
    expect(byHand(body.relations)).to.deep.equal(byHand(filled.export.relations))
    expect((await api.get(`/ideas/${ids.a}/merges`)).body).to.deep.equal(filled.merges)
  })

  it('has the status of each idea as a label', async () => {
    const text =
      'MATCH (i:Idea) RETURN count(i) AS ideas, sum(CASE WHEN i.status IN labels(i) THEN 1 ELSE 0 END) AS labelled'
    const [counts] = await servers.query(text)
    expect(counts?.['ideas']).to.be.above(0)
    expect(counts?.['labelled']).to.equal(counts?.['ideas'])
  })

  it('knows its credentials, its password and its settings', async () => {
    const reader = service.anonymous.with({ 'X-API-Key': filled.key })
    expect((await reader.get('/ideas')).status).to.equal(200)
    expect((await reader.post('/ideas', { title: 'No' })).status).to.equal(403)
    const bearer = (secret: string) => service.anonymous.with({ Authorization: `Bearer ${secret}` })
    expect((await bearer(filled.mcpToken).get('/ideas')).status).to.equal(200)
    const { body: me } = await bearer(user.session_token).get('/user/me')
    expect(me).to.include({ display_name: 'Ada', email: user.email })
    expect(me.settings_json).to.deep.equal({ duplicate_threshold: 0.6 })
    const signedIn = await service.anonymous.post('/auth/sign-in', {
      email: user.email,
      password: user.password,
    })
    expect(signedIn.status).to.equal(200)
  })

  it('opens the key that its user brought', async () => {
    const session = service.anonymous.with({ Authorization: `Bearer ${user.session_token}` })
    const { status, body } = await session.post('/user/byok/provider_a/test')
    expect([status, body]).to.deep.equal([200, { provider: 'provider_a', valid: true }])
  })

  it('answers a repeat of a request as before, and makes nothing', async () => {
    const again = await api.post(
      '/ideas',
      { title: 'Kept answer', body: 'under an Idempotency-Key', tags: ['kept'] },
      { headers: { 'Idempotency-Key': '"upgrade-1"' } },
    )
    expect([again.status, again.body]).to.deep.equal([201, filled.reply])
  })

  it('does the work that was queued, and still shows what was given up, with its reason', async () => {
    await until('the queued idea is worked on', async () => !(await isProcessing(ids.queued)))
    expect(await isProcessing(ids.given)).to.equal(false)
    const { jobs } = service.application.indexing
    const failed = await jobs.failed()
    expect(failed.map(({ ideaId }) => ideaId)).to.deep.equal([ids.given])
    expect(failed[0]?.error).to.match(/^The embedding model is not there/)
  })

  it('does what was given up when it is told to', async () => {
    const { jobs } = service.application.indexing
    expect(await jobs.retry(null)).to.equal(1)
    await until('nothing is left to do', async () => {
      const { pending, failed } = await jobs.counts()
      return pending + failed === 0
    })
    const { body } = await api.get('/ideas/search?mode=semantic&q=while%20the%20model%20was%20away')
    expect(body.results[0].id).to.equal(ids.given)
  })

  it('finds its ideas by words and by meaning', async () => {
    for (const mode of ['keyword', 'semantic']) {
      const { body } = await api.get(`/ideas/search?mode=${mode}&q=vegetable%20harvests`)
      expect(body.results[0].id, mode).to.equal(ids.e)
    }
  })

  it('never raises a dismissed pair again', async () => {
    const { body } = await api.post('/user/export')
    const dismissed = body.duplicates.find(({ id }: { id: number }) => id === ids.dismissed)
    expect(dismissed.status).to.equal('dismissed')
    const shown = (await api.get('/ideas/duplicates?limit=100')).body.duplicates
    expect(shown.map(({ id }: { id: number }) => id)).not.to.include(ids.dismissed)
  })

  it('undoes a merge that was made before', async () => {
    const { status, body } = await api.post(`/ideas/${ids.a}/unmerge`, { absorbed_id: ids.c })
    expect([status, body.not_restored]).to.deep.equal([200, []])
    const { survivor, idea: restored } = body
    expect(survivor.body).to.equal('Let people read and edit their notes without a network connection.')
    expect(restored).to.include({ id: ids.c, body: 'Reading and editing must work in the tunnel.' })
    expect(restored.links.map(({ url }: { url: string }) => url)).to.deep.equal([
      'https://example.org/tunnel',
    ])
    expect(restored.relations.map(({ relation_type: type }: { relation_type: string }) => type)).to.include(
      'inspires',
    )
  })
})

/** Without what background work changes by itself. */
function settled(idea: Record<string, unknown>): Record<string, unknown> {
  return { ...idea, processing: false }
}

function byHand(relations: Record<string, unknown>[]): Record<string, unknown>[] {
  return relations.filter(({ score }) => score === null || score === undefined)
}
