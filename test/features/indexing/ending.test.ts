import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { startService, type TestService } from '../../support/service.ts'
import { environmentOf, givenServers, RETRY_POLICY, until, untilDone, type Servers } from './stack.ts'

describe('A process that ends in the middle of background work', () => {
  let stack: Servers
  givenServers((given) => (stack = given))

  const start = async (): Promise<TestService> =>
    startService({
      env: { ...environmentOf(stack), WORKER: 'inside' },
      retryPolicy: { ...RETRY_POLICY, attempts: 1 },
    })

  it('does not wait for an endpoint that hangs, and leaves the work to the next one', async () => {
    const first = await start()
    const { api } = await first.createUser()
    await newIdea(api)
    await untilDone(stack)
    stack.embeddings.behave('hang')
    const asked = stack.embeddings.requests.length
    await newIdea(api)
    await until(async () => stack.embeddings.requests.length > asked)
    const begun = performance.now()
    await first.close()
    expect(performance.now() - begun).to.be.lessThan(15_000)
    const rows = await stack.database.query('MATCH (o:Outbox) RETURN o.failedAt AS failedAt')
    expect(rows).to.deep.equal([{ failedAt: null }])
    stack.embeddings.behave('success')
    const next = await start()
    const taken = performance.now()
    await untilDone(stack)
    // The lease of what the first process had claimed would have ended after half a minute.
    expect(performance.now() - taken).to.be.lessThan(20_000)
    await next.close()
  })
})
