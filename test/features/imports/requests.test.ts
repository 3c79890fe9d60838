import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import type { Client } from '../support/client.ts'
import { newIdea } from '../support/factories.ts'
import { newUser } from '../support/service.ts'
import { importLines, sendSlowly } from './import-client.ts'

describe('The request of an import', () => {
  let api: Client
  beforeEach(async () => {
    api = (await newUser()).api
  })
  const titles = async (): Promise<unknown[]> =>
    (await api.get('/ideas?limit=100')).body.map(({ title }: { title: string }) => title)

  it('replays its answer under an Idempotency-Key, and knows another file under it', async () => {
    const keyed = api.with({ 'Idempotency-Key': 'k' })
    const first = await importLines(keyed, [{ title: 'A' }])
    expect(first.status).to.equal(200)
    expect((await importLines(keyed, [{ title: 'A' }])).body).to.deep.equal(first.body)
    expect((await importLines(keyed, [{ title: 'B' }])).status).to.equal(422)
    expect(await titles()).to.not.include('C')
  })

  it('replays a dry run under an Idempotency-Key', async () => {
    const keyed = api.with({ 'Idempotency-Key': 'dry' })
    const records = [{ title: 'A', tags: ['new'] }]
    const first = await importLines(keyed, records, '?dry_run=true')
    await newIdea(api, { tags: ['new'] })
    expect((await importLines(keyed, records, '?dry_run=true')).body).to.deep.equal(first.body)
    expect((await importLines(api, records, '?dry_run=true')).body.tags).to.equal(0)
  })

  it('waits for no upload but its own', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slow = Array.from({ length: 4 }, async (_, number) => sendSlowly(api, `Slow ${number}`, held))
    await setTimeout(500)
    expect((await importLines(api, [{ title: 'Quick' }])).status).to.equal(200)
    expect(await titles()).to.deep.equal(['Quick'])
    release()
    expect(await Promise.all(slow)).to.deep.equal([200, 200, 200, 200])
    expect(await titles()).to.have.lengthOf(5)
  })
})
