import { expect } from 'chai'
import { z } from 'zod'
import { createClaude, type Claude, type ClaudeAnswer } from '../../../src/platform/llm/claude.ts'
import { startFakeAnthropic, type ClaudeBehaviour, type FakeAnthropic } from '../../support/fake-anthropic.ts'
import { logLines } from '../../support/log-lines.ts'
import { until } from '../../support/until.ts'

const KEY = 'sk-ant-a-key-that-nobody-may-see'
const SECRET = 'an idea that nobody may see'
const TIMEOUT_MS = 400
const USUAL_MS = 5_000
const schema = z.object({ colours: z.array(z.string()).max(2), mood: z.enum(['good', 'bad']).nullable() })
type Colours = z.infer<typeof schema>

/** The reason and the sentence of each failure, how often it is met with, and how long the circuit is open then. */
const FAILURES: readonly (readonly [
  behaviour: ClaudeBehaviour,
  reason: string,
  message: string,
  tries: number,
  openMs: number,
])[] = [
  [{ status: 400 }, 'failed', 'answered with an error (400)', 1, 30_000],
  [{ status: 401 }, 'bad_key', 'does not accept the key (401)', 1, 300_000],
  [{ status: 403 }, 'bad_key', 'does not accept the key (403)', 1, 300_000],
  [{ status: 404 }, 'failed', 'answered with an error (404)', 1, 300_000],
  [{ status: 429 }, 'rate_limited', 'limits the rate of requests (429)', 1, 30_000],
  [
    { status: 429, headers: { 'Retry-After': '7' } },
    'rate_limited',
    'limits the rate of requests (429)',
    1,
    7_000,
  ],
  [
    { status: 429, headers: { 'Retry-After': '90000' } },
    'rate_limited',
    'limits the rate of requests (429)',
    1,
    600_000,
  ],
  [{ status: 500 }, 'failed', 'answered with an error (500)', 2, 30_000],
  [{ status: 529 }, 'failed', 'answered with an error (529)', 2, 30_000],
  [
    { status: 307, headers: { Location: 'http://127.0.0.1:9/' } },
    'unreachable',
    'cannot be reached',
    2,
    30_000,
  ],
  ['hang', 'timeout', 'did not answer in time', 1, 30_000],
  ['half', 'timeout', 'did not answer in time', 1, 30_000],
  ['malformed', 'unusable', 'gave an unusable answer', 1, 0],
  ['other-json', 'unusable', 'gave an unusable answer', 1, 0],
  ['chatter', 'unusable', 'gave an unusable answer', 1, 0],
  ['wrong-shape', 'unusable', 'gave an unusable answer', 1, 0],
  ['cut-off', 'truncated', 'gave an answer that was cut off at its token limit', 1, 0],
  ['refusal', 'refused', 'refused to answer', 1, 0],
]

async function ask(client: Claude, signal?: AbortSignal): Promise<ClaudeAnswer<Colours>> {
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
    // Node tells of them when the microtasks of a turn are done.
    await new Promise(setImmediate)
  } finally {
    process.off('unhandledRejection', note)
  }
  return reasons
}

describe('Claude', () => {
  let api: FakeAnthropic
  let now: number
  let log: ReturnType<typeof logLines>
  const open: Claude[] = []
  const clientOf = (timeoutMs = USUAL_MS): Claude => {
    const { url } = api
    const client = createClaude({
      apiKey: KEY,
      baseUrl: url,
      model: 'a-model',
      log: log.log,
      clock: () => now,
      timeoutMs,
    })
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
    expect((await ask(clientOf())).failure?.reason).to.equal('unusable')
  })

  for (const [behaviour, reason, message, tries, openMs] of FAILURES) {
    const name = JSON.stringify(behaviour)
    it(`fails with one sentence that tells no secret, and comes back: ${name}`, async () => {
      const client = clientOf(reason === 'timeout' ? TIMEOUT_MS : USUAL_MS)
      api.behave(behaviour)
      const failed = await ask(client)
      expect(failed).to.deep.equal({ failure: { reason, message: `Anthropic ${message}` } })
      expect(api.requests.length).to.equal(tries)
      api.behave('success')
      if (openMs > 0) {
        now += openMs - 1
        expect((await ask(client)).failure?.reason).to.equal('circuit_open')
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

  it('fails as unavailable when nothing listens', async () => {
    await api.close()
    expect((await ask(clientOf())).failure?.reason).to.equal('unreachable')
    api = await startFakeAnthropic()
  })

  it('is told once in the log when it is left alone, not for each question', async () => {
    const client = clientOf()
    api.behave({ status: 401 })
    await Promise.all(Array.from({ length: 5 }, async () => ask(client)))
    await ask(client)
    const warnings = log.lines.filter(({ level }) => level === 40)
    expect(warnings.map(({ msg }) => msg)).to.deep.equal([
      'Anthropic does not accept the key (401); it is asked nothing for a while; check ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL and ANTHROPIC_MODEL',
    ])
  })

  it('answers at once when nobody wants the answer any more', async () => {
    api.behave('hang')
    const client = clientOf()
    const cancelled = new AbortController()
    const answer = ask(client, cancelled.signal)
    await until('the first question is asked', () => api.requests.length === 1)
    cancelled.abort()
    expect((await answer).failure?.reason).to.equal('aborted')
    const closing = ask(client)
    await until('the second question is asked', () => api.requests.length === 2)
    client.close()
    expect((await closing).failure?.reason).to.equal('aborted')
    api.behave('success')
    expect((await ask(clientOf())).value?.colours).to.deep.equal(['red'])
  })

  it('is asked nothing once nobody wants an answer', async () => {
    const lost = await unhandled(async () => {
      const closed = clientOf()
      closed.close()
      expect((await ask(closed)).failure?.reason).to.equal('aborted')
      expect((await ask(clientOf(), AbortSignal.abort())).failure?.reason).to.equal('aborted')
    })
    expect([lost, api.requests]).to.deep.equal([[], []])
  })

  it('is not asked again when too little of the time is left', async () => {
    await ask(clientOf())
    api.behave({ status: 500 })
    const { now } = performance
    const release = api.hold()
    const lost = await unhandled(async () => {
      const asked = ask(clientOf())
      await until('it is asked', () => api.requests.length === 2)
      performance.now = () => now.call(performance) + USUAL_MS
      release()
      const { failure } = await asked.finally(() => (performance.now = now))
      expect(failure).to.deep.equal({ reason: 'failed', message: 'Anthropic answered with an error (500)' })
    })
    expect([lost, api.requests.length]).to.deep.equal([[], 2])
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
    expect(client.isPaused()).to.equal(true)
    expect((await ask(client)).failure?.reason).to.equal('circuit_open')
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
    expect((await ask(client)).failure?.reason).to.equal('bad_key')
    expect((await ask(client)).failure?.reason).to.equal('circuit_open')
    now += 300_000
    const leaving = new AbortController()
    const asked = ask(client, leaving.signal)
    await until('it is asked', () => api.requests.length === 3)
    leaving.abort()
    expect((await asked).failure?.reason).to.equal('aborted')
    expect((await ask(client)).failure?.reason).to.equal('refused')
    expect((await Promise.all([ask(client), ask(client)])).map(({ failure }) => failure)).to.deep.equal([
      undefined,
      undefined,
    ])
  })
})
