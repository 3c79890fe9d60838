import { expect } from 'chai'
import { z } from 'zod'
import { createAnthropic, type Anthropic, type Answer } from '../../src/anthropic/anthropic.ts'
import { loadSdk, type Load } from '../../src/anthropic/sdk.ts'
import { startFakeAnthropic, type ClaudeBehaviour, type FakeAnthropic } from '../support/fake-anthropic.ts'
import { logLines } from '../support/log-lines.ts'

const KEY = 'sk-ant-a-key-that-nobody-may-see'
const SECRET = 'an idea that nobody may see'
const TIMEOUT_MS = 400
const schema = z.object({ colours: z.array(z.string()).max(2), mood: z.enum(['good', 'bad']).nullable() })
type Colours = z.infer<typeof schema>

/** What each behaviour is called, how often it is met with, and how long nothing more is asked. */
const FAILURES: readonly (readonly [
  behaviour: ClaudeBehaviour,
  reason: string,
  message: string,
  tries: number,
  restMs: number,
])[] = [
  [{ status: 400 }, 'not_accepted', 'did not accept the request (400)', 1, 30_000],
  [{ status: 401 }, 'not_accepted', 'did not accept ANTHROPIC_API_KEY (401)', 1, 300_000],
  [{ status: 403 }, 'not_accepted', 'did not accept ANTHROPIC_API_KEY (403)', 1, 300_000],
  [
    { status: 404 },
    'not_accepted',
    'is not at ANTHROPIC_BASE_URL or does not know ANTHROPIC_MODEL (404)',
    1,
    300_000,
  ],
  [{ status: 429 }, 'limited', 'has had too many requests (429)', 1, 30_000],
  [{ status: 429, headers: { 'Retry-After': '7' } }, 'limited', 'has had too many requests (429)', 1, 7_000],
  [
    { status: 429, headers: { 'Retry-After': '90000' } },
    'limited',
    'has had too many requests (429)',
    1,
    600_000,
  ],
  [{ status: 500 }, 'away', 'answered 500', 2, 30_000],
  [{ status: 529 }, 'away', 'answered 529', 2, 30_000],
  [{ status: 307, headers: { Location: 'http://127.0.0.1:9/' } }, 'away', 'cannot be reached', 2, 30_000],
  ['hang', 'slow', 'did not answer within 0.4 s', 1, 30_000],
  ['half', 'slow', 'did not answer within 0.4 s', 1, 30_000],
  ['malformed', 'nonsense', 'answered something that cannot be read', 1, 0],
  ['other-json', 'nonsense', 'answered something that is no message', 1, 0],
  ['chatter', 'nonsense', 'answered something else', 1, 0],
  ['wrong-shape', 'nonsense', 'answered something else', 1, 0],
  ['cut-off', 'nonsense', 'did not come to an end', 1, 0],
  ['refusal', 'refused', 'would not answer', 1, 0],
]

async function ask(client: Anthropic, signal?: AbortSignal): Promise<Answer<Colours>> {
  const question = { system: 'Name colours.', content: SECRET, schema, maxTokens: 100 }
  return client.ask(signal === undefined ? question : { ...question, signal })
}

/** What nobody catches, which would end the process, while something is done and just after. */
async function unhandled(work: () => Promise<void>): Promise<unknown[]> {
  const reasons: unknown[] = []
  const note = (reason: unknown): void => void reasons.push(reason)
  process.on('unhandledRejection', note)
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    process.off('unhandledRejection', note)
  }
  return reasons
}

describe('Claude', () => {
  let api: FakeAnthropic
  let now: number
  let log: ReturnType<typeof logLines>
  const open: Anthropic[] = []
  const clientOf = (timeoutMs = 5_000, load: Load = loadSdk): Anthropic => {
    const { url } = api
    const rest = { log: log.log, clock: () => now, timeoutMs, load }
    const client = createAnthropic({ apiKey: KEY, baseUrl: url, model: 'a-model', ...rest })
    open.push(client)
    return client
  }
  beforeEach(async () => {
    now = 1_000_000
    log = logLines()
    api = await startFakeAnthropic()
    api.say({ colours: ['red'], mood: null })
  })
  afterEach(async () => {
    for (const client of open.splice(0)) client.close()
    await api.close()
  })

  it('answers a value of the schema that it was given', async () => {
    expect(await ask(clientOf())).to.deep.equal({ value: { colours: ['red'], mood: null } })
    const [request, ...more] = api.requests
    expect(more).to.deep.equal([])
    expect(request?.path).to.equal('/v1/messages')
    expect(JSON.stringify(request?.headers)).to.contain(KEY)
    const { output_config, ...body } = request?.body ?? {}
    expect(body).to.deep.equal({
      model: 'a-model',
      max_tokens: 100,
      system: 'Name colours.',
      messages: [{ role: 'user', content: SECRET }],
    })
    expect(output_config?.format.type).to.equal('json_schema')
    expect(output_config?.format.schema).to.deep.include({
      type: 'object',
      required: ['colours', 'mood'],
      additionalProperties: false,
    })
  })

  it('is held to the schema where the API is not', async () => {
    api.say({ colours: ['red', 'green', 'blue'], mood: null })
    expect((await ask(clientOf())).failure?.reason).to.equal('nonsense')
  })

  for (const [behaviour, reason, message, tries, restMs] of FAILURES) {
    const name = JSON.stringify(behaviour)
    it(`fails with one sentence that tells no secret, and comes back: ${name}`, async () => {
      const client = clientOf(reason === 'slow' ? TIMEOUT_MS : 5_000)
      api.behave(behaviour)
      const begun = performance.now()
      const failed = await ask(client)
      expect(failed).to.deep.equal({ failure: { reason, message: `Claude ${message}` } })
      expect(performance.now() - begun).to.be.lessThan(3_000)
      expect(api.requests.length).to.equal(tries)
      api.behave('success')
      if (restMs > 0) {
        now += restMs - 1
        expect((await ask(client)).failure?.reason).to.equal('resting')
        expect(api.requests.length).to.equal(tries)
        now += 1
      }
      expect((await ask(client)).value).to.deep.equal({ colours: ['red'], mood: null })
      expect(log.text()).not.to.contain(KEY).and.not.to.contain('nobody may see')
    })
  }

  it('is asked once more after a failure that may pass', async () => {
    api.behave({ status: 529 }, 'success')
    expect((await ask(clientOf())).value?.colours).to.deep.equal(['red'])
    expect(api.requests.length).to.equal(2)
  })

  it('fails as away when nobody is there', async () => {
    await api.close()
    expect((await ask(clientOf())).failure?.reason).to.equal('away')
    api = await startFakeAnthropic()
  })

  it('is told once in the log when it is left alone, not for each question', async () => {
    const client = clientOf()
    api.behave({ status: 401 })
    await Promise.all(Array.from({ length: 5 }, async () => ask(client)))
    await ask(client)
    const warnings = log.lines.filter(({ level }) => level === 40)
    expect(warnings.map(({ msg }) => msg)).to.deep.equal([
      'Claude did not accept ANTHROPIC_API_KEY (401); it is asked nothing for a while',
    ])
  })

  it('answers at once when nobody wants the answer any more', async () => {
    api.behave('hang')
    const client = clientOf()
    const cancelled = new AbortController()
    const answer = ask(client, cancelled.signal)
    setTimeout(() => cancelled.abort(), 50)
    expect((await answer).failure?.reason).to.equal('cancelled')
    const closing = ask(client)
    setTimeout(() => client.close(), 50)
    expect((await closing).failure?.reason).to.equal('cancelled')
    api.behave('success')
    expect((await ask(clientOf())).value?.colours).to.deep.equal(['red'])
  })

  it('is asked nothing once nobody wants an answer', async () => {
    const lost = await unhandled(async () => {
      const closed = clientOf()
      closed.close()
      expect((await ask(closed)).failure?.reason).to.equal('cancelled')
      expect((await ask(clientOf(), AbortSignal.abort())).failure?.reason).to.equal('cancelled')
    })
    expect([lost, api.requests]).to.deep.equal([[], []])
  })

  it('is not asked again when the time ends before', async () => {
    await ask(clientOf())
    api.behave({ status: 500 })
    const lost = await unhandled(async () => {
      const { failure } = await ask(clientOf(TIMEOUT_MS - 50))
      expect(failure).to.deep.equal({ reason: 'away', message: 'Claude answered 500' })
    })
    expect([lost, api.requests.length]).to.deep.equal([[], 2])
  })

  it('fails where its SDK cannot be loaded, which is tried again later', async () => {
    let times = 0
    const client = clientOf(5_000, async () => {
      times += 1
      if (times === 1) throw new Error('no such file')
      return loadSdk()
    })
    expect((await ask(client)).failure).to.deep.equal({
      reason: 'away',
      message: 'Claude cannot be asked: its SDK cannot be loaded',
    })
    expect((await ask(client)).failure?.reason).to.equal('resting')
    now += 30_000
    expect((await ask(client)).value?.colours).to.deep.equal(['red'])
    expect([times, api.requests.length]).to.deep.equal([2, 1])
  })

  it('fails in time where loading its SDK takes too long', async () => {
    const client = clientOf(100, async () => new Promise(() => undefined))
    expect((await ask(client)).failure?.reason).to.equal('slow')
  })

  it('is asked what the configuration says, whatever the environment holds', async () => {
    const strange = {
      ANTHROPIC_CUSTOM_HEADERS: 'X-Strange: yes\nAuthorization: Bearer another\nanthropic-version: 1',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      ANTHROPIC_AUTH_TOKEN: 'another',
      ANTHROPIC_PROFILE: 'another',
      ANTHROPIC_LOG: 'debug',
    }
    await ask(clientOf())
    Object.assign(process.env, strange)
    try {
      expect((await ask(clientOf())).value?.colours).to.deep.equal(['red'])
      expect(process.env).to.include(strange)
    } finally {
      for (const name of Object.keys(strange)) delete process.env[name]
    }
    const [usual, other] = api.requests.map(({ headers }) => headers)
    expect(other).to.deep.equal(usual)
  })

  it('is tried by one question after a rest, and asked the others when it answers', async () => {
    const client = clientOf()
    api.behave({ status: 401 }, 'success')
    await ask(client)
    now += 300_000
    const release = api.hold()
    const first = ask(client)
    expect(client.isResting()).to.equal(true)
    expect((await ask(client)).failure?.reason).to.equal('resting')
    release()
    expect((await first).value?.colours).to.deep.equal(['red'])
    const others = await Promise.all([ask(client), ask(client)])
    expect(others.map(({ value }) => value?.mood)).to.deep.equal([null, null])
    expect(api.requests.length).to.equal(4)
  })

  it('rests again when the question that tries it fails, and is tried by the next when that is cancelled', async () => {
    const client = clientOf()
    api.behave({ status: 401 }, { status: 401 }, 'hang', 'refusal', 'success')
    await ask(client)
    now += 300_000
    expect((await ask(client)).failure?.reason).to.equal('not_accepted')
    expect((await ask(client)).failure?.reason).to.equal('resting')
    now += 300_000
    expect((await ask(client, AbortSignal.timeout(50))).failure?.reason).to.equal('cancelled')
    expect((await ask(client)).failure?.reason).to.equal('refused')
    expect((await Promise.all([ask(client), ask(client)])).map(({ failure }) => failure)).to.deep.equal([
      undefined,
      undefined,
    ])
  })
})
