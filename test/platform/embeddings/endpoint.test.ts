import { expect } from 'chai'
import { pino } from 'pino'
import type { Embedder } from '../../../src/platform/embeddings/embedder.ts'
import { createEndpointEmbedder, type EndpointOptions } from '../../../src/platform/embeddings/endpoint.ts'
import { startFakeEmbeddings, type Behaviour, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { DIMENSIONS } from '../../support/server-data.ts'
import { until } from '../../support/until.ts'
import { away } from './away.ts'
import { cosine } from './model.ts'

const KEY = 'sk-a-key-that-nobody-may-see'
const SECRET = 'an idea that nobody may see'
/** For what must fail because of it; what must succeed has the usual time. */
const SHORT_MS = 300
const MESSAGES: readonly (readonly [behaviour: Behaviour, message: string])[] = [
  [{ status: 400 }, 'did not accept the request (400)'],
  [{ status: 401 }, 'did not accept EMBEDDINGS_API_KEY (401)'],
  [{ status: 403 }, 'did not accept EMBEDDINGS_API_KEY (403)'],
  [{ status: 404 }, 'is not at EMBEDDINGS_URL or does not know EMBEDDINGS_MODEL (404)'],
  [{ status: 429 }, 'has had too many requests (429)'],
  [{ status: 500 }, 'answered 500'],
  [{ status: 503 }, 'answered 503'],
  ['hang', 'did not answer within 0.3 s'],
  ['half', 'did not answer within 0.3 s'],
  ['malformed', 'answered something that is no list of embeddings'],
  ['other-json', 'answered something that is no list of embeddings'],
  ['too-few', 'answered 1 vectors for 2 inputs, or numbered them wrong'],
  ['wrong-dimensions', 'answered a vector of 385 dimensions instead of 384'],
  ['zero', 'answered a vector without a direction'],
]

const texts = (from: number): string[] =>
  Array.from({ length: 70 }, (_, index) => `text ${String(from + index)}`)

describe('an embeddings endpoint', () => {
  let endpoint: FakeEmbeddings
  const open: Embedder[] = []
  const embedderOf = (options: Partial<EndpointOptions> = {}): Embedder => {
    const embedder = createEndpointEmbedder({
      url: endpoint.url,
      model: 'a-model',
      apiKey: KEY,
      log: pino({ level: 'silent' }),
      ...options,
    })
    open.push(embedder)
    return embedder
  }

  beforeEach(async () => {
    endpoint = await startFakeEmbeddings()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map(async (embedder) => embedder.close()))
    await endpoint.close()
  })

  it('says what it is, without what may be secret in its address', async () => {
    const url = `${endpoint.url}/?key=${KEY}`
    expect(await embedderOf({ url }).model()).to.deep.equal({
      name: 'a-model',
      url: endpoint.url,
      dimensions: DIMENSIONS,
    })
    expect(endpoint.requests.map(({ path }) => path)).to.deep.equal([`/v1/embeddings?key=${KEY}`])
  })

  it('is found by its base with and without a slash, and by its whole address', async () => {
    for (const end of ['', '/', '/embeddings', '/embeddings/'])
      await embedderOf({ url: endpoint.url + end }).embedQuery('x')
    expect(new Set(endpoint.requests.map(({ path }) => path))).to.deep.equal(new Set(['/v1/embeddings']))
  })

  it('gets the key as a Bearer token, or none', async () => {
    await embedderOf().embedQuery('x')
    await embedderOf({ apiKey: undefined }).embedQuery('x')
    expect(endpoint.requests.map(({ headers }) => headers.authorization)).to.deep.equal([
      `Bearer ${KEY}`,
      undefined,
    ])
    expect(endpoint.requests[0]?.body).to.deep.equal({
      model: 'a-model',
      input: ['x'],
      encoding_format: 'float',
    })
  })

  it('gives vectors of length 1 in the order of their texts, whatever its own', async () => {
    const embedder = embedderOf()
    const rivers = ['a river', 'a garden', 'the river']
    const inOrder = await embedder.embedPassages(rivers)
    endpoint.behave('reversed')
    expect(await embedder.embedPassages(rivers)).to.deep.equal(inOrder)
    for (const vector of inOrder) expect(cosine(vector, vector)).to.be.closeTo(1, 1e-9)
    expect(await embedder.embedQuery('a river')).to.deep.equal(inOrder[0])
    expect(await embedder.embedPassages([])).to.deep.equal([])
  })

  it('gets many passages in batches, two at once, and a search beside them', async () => {
    const embedder = embedderOf()
    const release = endpoint.hold()
    const pieces = [0, 100, 200].map(async (from) => embedder.embedPassages(texts(from)))
    await until('two batches are asked', () => endpoint.requests.length === 2)
    const question = embedder.embedQuery('a question')
    await until('a search is asked beside them', () => endpoint.requests.length === 3)
    expect(endpoint.requests[2]?.body.input).to.deep.equal(['a question'])
    release()
    const [vectors] = await Promise.all([...pieces, question])
    expect(vectors).to.have.length(70)
    expect(vectors?.[69]).to.deep.equal(await embedder.embedQuery('text 69'))
    expect(Math.max(...endpoint.requests.map(({ body }) => body.input.length))).to.equal(32)
    expect(endpoint.mostAtOnce()).to.equal(3)
  })

  for (const [behaviour, message] of MESSAGES)
    it(`is away with one sentence that tells no secret, and comes back: ${message}`, async () => {
      const isSlow = behaviour === 'hang' || behaviour === 'half'
      const embedder = embedderOf(isSlow ? { passagesTimeoutMs: SHORT_MS } : {})
      await embedder.embedQuery('x')
      endpoint.behave(behaviour)
      const reason = await away(embedder.embedPassages([SECRET, 'another']))
      expect(reason.message).to.equal(`The embeddings endpoint ${message}`)
      const told = JSON.stringify([reason.message, reason.stack, String(reason.cause)])
      expect(told).not.to.contain(KEY).and.not.to.contain('nobody may see')
      expect(reason.retryAfterMs).to.equal(undefined)
      endpoint.behave('success')
      expect(await embedder.embedQuery('x')).to.have.length(DIMENSIONS)
    })

  it('says when to come again, in seconds or by a date, within a day', async () => {
    const dates = [60_000, -60_000].map((ms) => new Date(Date.now() + ms).toUTCString())
    const waits: (number | undefined)[] = []
    for (const value of ['7', ...dates, 'soon', '9000000000']) {
      endpoint.behave({ status: 429, headers: { 'Retry-After': value } })
      waits.push((await away(embedderOf().embedQuery('x'))).retryAfterMs)
    }
    expect(waits).to.deep.equal([7_000, waits[1], 0, undefined, 86_400_000])
    expect(waits[1]).to.be.within(50_000, 60_000)
  })

  it('is not followed elsewhere with the key', async () => {
    const elsewhere = await startFakeEmbeddings()
    for (const status of [301, 307, 308]) {
      endpoint.behave({ status, headers: { Location: `${elsewhere.url}/embeddings` } })
      const { message } = await away(embedderOf().embedQuery('x'))
      expect(message).to.equal(
        `The embeddings endpoint redirects elsewhere, which is not followed (${String(status)})`,
      )
    }
    expect(elsewhere.requests).to.have.length(0)
    await elsewhere.close()
  })

  it('is away when nobody is there', async () => {
    const { url } = endpoint
    await endpoint.close()
    const { message } = await away(embedderOf({ url }).embedQuery('x'))
    expect(message).to.equal('The embeddings endpoint cannot be reached')
  })

  it('has ideas split without a model, by an estimate', async () => {
    const body = '# A part\n\nSome text. '.concat('A sentence of seven words is here. '.repeat(150))
    const passages = await embedderOf().split({ title: 'Title', body })
    expect(passages.length).to.be.within(2, 8)
    expect(passages[0]?.text).to.match(/^A part\nSome text\./)
    expect(endpoint.requests).to.have.length(0)
  })

  it('gets the beginning of a search that is too long', async () => {
    await embedderOf().embedQuery('检'.repeat(5_000))
    expect(endpoint.requests[0]?.body.input[0]).to.have.length.within(300, 512)
  })

  it('gives up what waits when it is closed', async () => {
    endpoint.behave('hang')
    const embedder = embedderOf()
    const waiting = [1, 2, 3].map(async () => away(embedder.embedPassages(['x'])))
    await until('two of them are asked', () => endpoint.requests.length === 2)
    void embedder.close()
    for (const { message } of await Promise.all(waiting))
      expect(message).to.equal('Embeddings are shutting down')
    expect((await away(embedder.embedQuery('x'))).message).to.equal('Embeddings are shutting down')
  })
})
