import { expect } from 'chai'
import { ideas as cli } from '../../cli/run-cli.ts'
import { newIdea } from '../../support/factories.ts'
import type { TestUser } from '../../support/service.ts'
import { environmentOf, givenStack, RETRY_POLICY, until, untilDone, type Stack } from './stack.ts'

describe('Background work that fails', () => {
  let stack: Stack
  let user: TestUser
  let later = 0
  givenStack(
    (given) => (stack = given),
    async () => ({ clock: () => Date.now() + later }),
  )
  beforeEach(async () => {
    user = await stack.service.createUser()
  })
  afterEach(() => stack.embeddings.behave('success'))

  const admin = async (...args: string[]) => cli(['admin', ...args], { env: environmentOf(stack) })
  const failed = async (id: number): Promise<Record<string, unknown> | undefined> => {
    const { stdout } = await admin('jobs', '--json')
    return JSON.parse(stdout).jobs.find((job: { idea_id: number }) => job.idea_id === id)
  }
  const givenUp = async (id: number): Promise<void> =>
    until(async () => !(await user.api.get(`/ideas/${id}`)).body.processing)

  it('is done when it goes well later', async () => {
    stack.embeddings.behave({ status: 500 })
    const asked = stack.embeddings.requests.length
    const { id } = await newIdea(user.api)
    await until(async () => stack.embeddings.requests.length > asked)
    stack.embeddings.behave('success')
    await untilDone(stack)
    expect(await failed(id)).to.equal(undefined)
  })

  for (const behaviour of [{ status: 401 }, { status: 500 }, 'malformed', 'wrong-dimensions'] as const) {
    it(`ends in the list of the operator, who can have it done again: ${JSON.stringify(behaviour)}`, async () => {
      stack.embeddings.behave(behaviour)
      const asked = stack.embeddings.requests.length
      const { id } = await newIdea(user.api, { title: 'A secret title' })
      await givenUp(id)
      expect(stack.embeddings.requests.length - asked).to.equal(RETRY_POLICY.attempts)
      const job = await failed(id)
      expect(job).to.include({ user_id: user.user_id })
      expect(JSON.stringify(job)).not.to.contain('secret')
      stack.embeddings.behave('success')
      expect(JSON.parse((await admin('jobs', '--retry', String(id), '--json')).stdout)).to.deep.equal({
        retried: 1,
      })
      await untilDone(stack)
      expect(await failed(id)).to.equal(undefined)
    })
  }

  it('is retried by itself, after waits that grow', async () => {
    stack.embeddings.behave({ status: 500 })
    const { id } = await newIdea(user.api)
    for (const minutes of [10, 40]) {
      await givenUp(id)
      later += (minutes - 1) * 60_000
      await stack.service.application.sweep()
      expect(await failed(id), `before ${minutes} minutes`).not.to.equal(undefined)
      if (minutes === 40) stack.embeddings.behave('success')
      later += 61_000
      await stack.service.application.sweep()
    }
    await untilDone(stack)
    expect(await failed(id)).to.equal(undefined)
  })

  it('is tried again when the endpoint said so, and not before', async () => {
    stack.embeddings.behave({ status: 429, headers: { 'Retry-After': '2' } })
    const asked = stack.embeddings.requests.length
    const { id } = await newIdea(user.api)
    await until(async () => stack.embeddings.requests.length > asked)
    stack.embeddings.behave('success')
    const begin = performance.now()
    await untilDone(stack)
    expect(performance.now() - begin).to.be.within(1_000, 20_000)
    expect(await failed(id)).to.equal(undefined)
  })

  it('of one idea keeps nobody from another', async () => {
    stack.embeddings.behave({ status: 500 })
    const { id } = await newIdea(user.api)
    await givenUp(id)
    stack.embeddings.behave('success')
    const other = await newIdea(user.api)
    await givenUp(other.id)
    expect(await failed(other.id)).to.equal(undefined)
    const { stderr, stdout } = await admin('jobs')
    expect(stdout).to.match(/IDEA_ID +USER_ID +FAILED_AT +ATTEMPTS +ERROR/)
    expect(stderr).to.contain('0 waiting, 1 given up')
    await user.api.patch(`/ideas/${id}`, { title: 'Written again' })
    await untilDone(stack)
  })
})
