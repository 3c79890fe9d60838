import { expect } from 'chai'
import { Redis } from 'ioredis'
import { ideas as cli } from '../../cli/run-cli.ts'
import { newIdea } from '../../support/factories.ts'
import { testServers } from '../../support/service.ts'
import { environmentOf, givenStack, until, untilDone, type Stack } from './stack.ts'

describe('Background work when Redis has lost its data', () => {
  let stack: Stack
  let redis: Redis
  givenStack((given) => (stack = given))
  before(() => {
    redis = new Redis(testServers().redisUrl)
  })
  afterEach(() => stack.embeddings.behave('success'))
  after(async () => redis?.quit())

  const jobs = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await cli(['admin', 'jobs', ...args, '--json'], { env: environmentOf(stack) })).stdout)

  it('goes on with what waits, and still knows what was given up, why, and how to do it again', async () => {
    const { api, user_id } = await stack.service.createUser()
    const processing = async (id: number): Promise<boolean> => (await api.get(`/ideas/${id}`)).body.processing
    stack.embeddings.behave({ status: 401 })
    const { id: failed } = await newIdea(api)
    await until(async () => !(await processing(failed)))
    const before = await jobs()
    stack.embeddings.behave('hang')
    const asked = stack.embeddings.requests.length
    const { id: waiting } = await newIdea(api)
    await until(async () => stack.embeddings.requests.length > asked)

    await redis.flushall()
    expect(await redis.dbsize()).to.equal(0)
    const after = await jobs()
    expect(after).to.deep.equal({ ...before, pending: 1 })
    const [job] = after['jobs'] as Record<string, unknown>[]
    expect(job).to.include({ idea_id: failed, user_id, attempts: 3 })
    expect([await processing(failed), await processing(waiting)]).to.deep.equal([false, true])

    stack.embeddings.behave('success')
    expect(await jobs('--retry')).to.deep.equal({ retried: 1 })
    await untilDone(stack)
    expect(await jobs()).to.deep.equal({ pending: 0, failed: 0, jobs: [] })
  })
})
