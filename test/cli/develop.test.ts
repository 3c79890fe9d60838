import { expect } from 'chai'
import { newMasterKey } from '../../src/platform/auth/cipher.ts'
import { newIdea, UNKNOWN_ID } from '../support/factories.ts'
import type { FakeProviders } from '../support/fake-providers.ts'
import { givenProviders } from '../support/given-providers.ts'
import { startService, type TestService } from '../support/service.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { SPEC } from '../features/develop/specification.ts'

describe('ideas develop', () => {
  let providers: FakeProviders
  let service: TestService
  let caller: Caller
  let idea: string
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    const env = { ...providers.env, BYOK_MASTER_KEY: newMasterKey(), PROVIDER_B_MODEL: 'a-model' }
    service = await startService({ env, providerTimeoutMs: 2_000 })
  })
  beforeEach(async () => {
    caller = await newCaller({ url: service.url })
    idea = String((await newIdea(caller.user.api, { title: 'Offline mode' })).id)
  })
  after(async () => {
    await service?.close()
    removeHomes()
  })

  const bring = async (provider: string) => {
    const client = service.anonymous.with(caller.user.session.headers)
    expect((await client.send('PUT', `/user/byok/${provider}`, { api_key: 'sk-a-key' })).status).to.equal(200)
  }

  /** The exit code and the line of a run that fails. */
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await caller.run(['develop', ...args])
    expect(stdout).to.equal('')
    expect(stderr).to.match(/^ideas: .+\n$/)
    return [
      code,
      stderr
        .replace('ideas: ', '')
        .replace(/ \(request .*/, '')
        .trim(),
    ]
  }

  it('prints the specification alone on standard output, and what it cost beside it', async () => {
    await bring('provider_b')
    const { code, stdout, stderr } = await caller.run(['develop', idea])
    expect([code, stdout]).to.deep.equal([0, `${SPEC}\n`])
    expect(stderr).to.equal('Written by a-model: 11 tokens read, 22 written.\n')
  })

  it('asks the provider that is named, and prints with --json what the API answers', async () => {
    for (const provider of ['provider_a', 'provider_c']) await bring(provider)
    const answer = await caller.json(['develop', idea, '--provider', 'provider_c'])
    expect(Object.keys(answer)).to.deep.equal(['spec', 'provider', 'model', 'usage'])
    expect(answer).to.deep.include({ spec: SPEC, provider: 'provider_c' })
    expect(providers.requests.at(-1)?.provider).to.equal('provider_c')
  })

  it('lists what was written before, without asking anybody', async () => {
    const none = await caller.run(['develop', idea, '--list'])
    expect([none.code, none.stdout, none.stderr]).to.deep.equal([0, '', 'No specifications.\n'])
    await bring('provider_b')
    for (let turn = 0; turn < 2; turn += 1) await caller.run(['develop', idea])
    const asked = providers.requests.length
    const { code, stdout } = await caller.run(['develop', idea, '--list'])
    const [header, ...rows] = stdout.trimEnd().split('\n')
    expect([code, rows.length]).to.deep.equal([0, 2])
    expect(header).to.match(/^WRITTEN +MODEL +TOKENS +BEGINS$/)
    for (const row of rows) expect(row).to.match(/ a-model +33 +## Summary Something about it\. ## Problem/)
    const { body } = await caller.user.api.get(`/ideas/${idea}/specs`)
    expect(await caller.json(['develop', idea, '--list'])).to.deep.equal(body)
    expect(providers.requests).to.have.lengthOf(asked)
  })

  it('ends with the exit code of what went wrong, in one line', async () => {
    expect((await run(idea))[0]).to.equal(3)
    expect(await run(String(UNKNOWN_ID))).to.deep.equal([4, 'Idea not found'])
    expect(await run(String(UNKNOWN_ID), '--list')).to.deep.equal([4, 'Idea not found'])
    await bring('provider_a')
    for (const [behaviour, code, line] of [
      ['bad-key', 3, 'The provider does not accept your key'],
      [{ status: 429 }, 1, 'The provider takes no more requests with your key for now'],
      ['malformed', 1, 'The provider answered something that cannot be used'],
      ['refusal', 1, 'The provider would not answer'],
      ['hang', 1, 'The provider did not answer in time'],
    ] as const) {
      providers.behave(behaviour)
      expect(await run(idea), line).to.deep.equal([code, line])
    }
    expect((await run(idea, '--provider', 'openai'))[0]).to.equal(2)
    expect((await run('seven'))[0]).to.equal(2)
  })
})
