import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import type { Embedder } from '../../../src/platform/embeddings/embedder.ts'
import { createLocalEmbedder, type LocalOptions } from '../../../src/platform/embeddings/local.ts'
import { away } from './away.ts'
import { cosine, emptyModelFolder, modelFolder } from './model.ts'
import { hasEnded, modelProcessesOf } from './model-processes.ts'

const EMBED_ONCE = path.join(import.meta.dirname, 'embed-once.ts')
const log = pino({ level: 'silent' })
const open: Embedder[] = []
const local = (options: Omit<LocalOptions, 'log'>): Embedder => {
  const embedder = createLocalEmbedder({ ...options, log })
  open.push(embedder)
  return embedder
}
const rivers = (count: number): string => 'river '.repeat(count)

describe('the local model', () => {
  let folder: string
  let shared: Embedder

  before(function () {
    folder = modelFolder(this)
    shared = local({ folder })
  })
  after(async () => {
    await Promise.all(open.map(async (embedder) => embedder.close()))
  })

  it('says what it is', async () => {
    expect(await shared.model()).to.deep.equal({ name: 'bge-small-en-v1.5', url: null, dimensions: 384 })
  })

  it('finds what a question means without a word of it', async () => {
    const passages = ['Working without a connection', 'Growing tomatoes on a balcony', 'Payment by invoice']
    const vectors = await shared.embedPassages(passages)
    const question = await shared.embedQuery('offline mode for the app')
    const scores = vectors.map((vector) => cosine(vector, question))
    expect(scores.indexOf(Math.max(...scores))).to.equal(0)
    for (const vector of [...vectors, question]) expect(cosine(vector, vector)).to.be.closeTo(1, 1e-6)
  })

  it('gives equal texts equal vectors, whatever is beside them', async () => {
    const [first, , second] = await shared.embedPassages([
      'the same',
      'a much longer text beside it',
      'the same',
    ])
    expect(first).to.deep.equal(second)
    expect((await shared.embedPassages(['the same']))[0]).to.deep.equal(first)
    expect(await shared.embedPassages([])).to.deep.equal([])
  })

  it('reads a search as a question', async () => {
    const [passage] = await shared.embedPassages(['offline mode'])
    expect(cosine(passage ?? [], await shared.embedQuery('offline mode'))).to.be.within(0.6, 0.99)
  })

  it('reads the first 512 tokens of a text', async () => {
    const [full, longer, shorter] = await shared.embedPassages([
      rivers(510),
      `${rivers(510)} and a lot more`,
      `${rivers(509)} tomato`,
    ])
    expect(longer).to.deep.equal(full)
    expect(shorter).not.to.deep.equal(full)
  })

  it('answers a search before the passages that wait', async () => {
    let done = 0
    const passages = Array.from({ length: 30 }, async (_, index) => {
      await shared.embedPassages([`passage ${String(index)}`])
      done += 1
    })
    const together = shared.embedPassages(
      Array.from({ length: 30 }, () => 'and one piece of work of many passages'),
    )
    await shared.embedQuery('a question')
    // The one that was being computed when the question came, and the one that was answered meanwhile.
    expect(done).to.be.at.most(2)
    await together
    await Promise.all(passages)
    expect(done).to.equal(30)
  })

  it('answers a search in the middle of one piece of work of many passages', async () => {
    let done = false
    const passages = shared.embedPassages(Array.from({ length: 40 }, () => rivers(200))).then((vectors) => {
      done = true
      return vectors
    })
    await shared.embedQuery('a question')
    expect(done).to.equal(false)
    expect(await passages).to.have.length(40)
  })

  it('leaves its caller’s event loop alone', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await shared.embedPassages(Array.from({ length: 4 }, () => rivers(510)))
    clearInterval(timer)
    expect(turns).to.be.greaterThan(20)
  })

  it('is away while its files are missing, and there as soon as they are', async () => {
    await using empty = await emptyModelFolder()
    const embedder = local({ folder: empty.folder })
    expect((await away(embedder.embedQuery('x'))).message).to.equal(
      `The embedding model is not there: ${empty.file(0)} cannot be read (ENOENT)`,
    )
    expect((await away(embedder.split({ title: 'x', body: '' }))).message).to.contain('is not there')
    await empty.fill(folder)
    expect(await embedder.embedQuery('x')).to.have.length(384)
  })

  it('is away while a file is damaged', async () => {
    await using damaged = await emptyModelFolder()
    await damaged.fill(folder)
    await truncate(damaged.file(0), 1_000_000)
    const message = `The embedding model is damaged: ${damaged.file(0)} has another SHA-256 than it should`
    expect((await away(local({ folder: damaged.folder }).model())).message).to.equal(message)
    const given = local({ folder: damaged.folder, known: false })
    expect((await away(given.model())).message).to.contain('ONNX Runtime cannot load model.onnx in')
    await writeFile(damaged.file(1), '{"not": "a tokenizer"}')
    expect((await away(given.model())).message).to.contain('tokenizer.json in')
    await damaged.fill(folder)
    expect(await given.model()).to.deep.equal({ name: 'a-model', url: null, dimensions: 384 })
  })

  for (const death of ['die', 'exit', 'killed'])
    it(`begins anew after its process died (${death})`, async () => {
      const mortal = local({ folder, entry: new URL('mortal-process.ts', import.meta.url) })
      const before = await mortal.embedQuery('a question')
      // So many that they are not done before it reads the second message, however busy the machine is.
      const long = mortal.embedPassages(Array.from({ length: 50 }, () => rivers(500)))
      const lost = [long, mortal.embedQuery(death)]
      for (const work of lost)
        expect((await away(work)).message).to.equal('The process of the embeddings died')
      expect(await mortal.embedQuery('a question')).to.deep.equal(before)
    })

  it('gives up a search after two seconds', async () => {
    const deaf = local({ folder, entry: new URL('deaf-process.ts', import.meta.url) })
    expect((await away(deaf.embedQuery('a question'))).message).to.equal('The embedding model is busy')
  })

  it('gives up what waits when it is closed', async () => {
    const closing = local({ folder })
    await closing.model()
    const waiting = closing.embedPassages(Array.from({ length: 50 }, () => rivers(500)))
    const reason = away(waiting)
    await closing.close()
    expect((await reason).message).to.equal('Embeddings are shutting down')
    expect((await away(closing.embedQuery('x'))).message).to.equal('Embeddings are shutting down')
    await closing.close()
  })

  it('gives its memory back when it is not used, and is there again', async () => {
    const before = modelProcessesOf(process.pid)
    const seldom = local({ folder, idleMs: 1_000 })
    const first = await seldom.embedQuery('a question')
    const pid = modelProcessesOf(process.pid).find((each) => !before.includes(each))
    expect(await hasEnded(pid)).to.equal(true)
    expect(await seldom.model()).to.have.property('dimensions', 384)
    expect(await seldom.embedQuery('a question')).to.deep.equal(first)
  })

  it('ends with the process that uses it, also when that is killed', async () => {
    const child = spawn(process.execPath, [EMBED_ONCE, folder, 'stay'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const [pid] = modelProcessesOf(child.pid)
    child.kill('SIGKILL')
    expect(await hasEnded(pid)).to.equal(true)
  })

  it('does not keep a process alive that has its answer', async () => {
    const child = spawn(process.execPath, [EMBED_ONCE, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, output }).to.deep.equal({ code: 0, output: '384\n' })
  })
})
