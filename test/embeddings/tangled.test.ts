import { expect } from 'chai'
import { pino } from 'pino'
import fc from 'fast-check'
import type { Embedder } from '../../src/embeddings/embedder.ts'
import { createLocalEmbedder } from '../../src/embeddings/local.ts'
import { loadModel, type LocalModel } from '../../src/embeddings/local-model.ts'
import { modelFolder } from './model.ts'
import { bare, markdown, TANGLED, visible } from './texts.ts'

/** As many times as long as plain words take some 25; what grows with the square of the length would take thousands. */
const AT_MOST = 100
const PLAIN = 'Plain words of a text, one after another. '.repeat(1_190)
const TITLE = '한국어'.repeat(66)
const PASSAGE_TOKENS = 512
const letters = (text: string): string => text.replaceAll(/\P{L}/gu, '')

describe('splitting with the real tokenizer', function () {
  this.timeout(60_000)
  let embedder: Embedder
  let model: LocalModel
  let plainMs: number

  const timed = async (body: string) => {
    const begun = performance.now()
    const passages = await embedder.split({ title: TITLE, body })
    return { passages, ms: performance.now() - begun }
  }

  before(async function () {
    const folder = modelFolder(this)
    embedder = createLocalEmbedder({ folder, log: pino({ level: 'silent' }) })
    model = await loadModel({ folder, kind: 'search', known: false })
    // The first of a process is slower.
    const times = [await timed(PLAIN), await timed(PLAIN), await timed(PLAIN)].map(({ ms }) => ms)
    plainMs = Math.min(...times)
  })
  after(async () => {
    await embedder.close()
    await model.release()
  })

  for (const [name, body] of Object.entries(TANGLED))
    it(`does not take long for ${name}, loses no letter and keeps within 512 tokens`, async () => {
      const { passages, ms } = await timed(body)
      expect(ms / plainMs).to.be.below(AT_MOST)
      for (const { input } of passages) expect(model.measure.count(input) + 2).to.be.at.most(PASSAGE_TOKENS)
      expect(letters(passages.map(({ text }) => text).join(''))).to.equal(letters(body))
    })

  it('loses no letter of any text and keeps all of it within 512 tokens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), markdown, async (title, body) => {
        const passages = await embedder.split({ title, body })
        expect(bare(passages.map(({ text }) => text).join(''))).to.equal(visible(body))
        for (const { input } of passages) expect(model.measure.count(input) + 2).to.be.at.most(PASSAGE_TOKENS)
      }),
      { numRuns: 30 },
    )
  })
})
