import { expect } from 'chai'
import { pino } from 'pino'
import fc from 'fast-check'
import type { Embedder } from '../../../src/platform/embeddings/embedder.ts'
import { createLocalEmbedder } from '../../../src/platform/embeddings/local.ts'
import { loadModel, type LocalModel } from '../../../src/platform/embeddings/local-model.ts'
import { modelFolder } from './model.ts'
import { bare, markdown, TANGLED, visible } from './texts.ts'

const TITLE = '한국어'.repeat(66)
const PASSAGE_TOKENS = 512
const letters = (text: string): string => text.replaceAll(/\P{L}/gu, '')

// Parsing is stopped after a second; not stopped, it takes minutes for some of these texts.
describe('splitting with the real tokenizer', () => {
  let embedder: Embedder
  let model: LocalModel

  before(async function () {
    const folder = modelFolder(this)
    embedder = createLocalEmbedder({ folder, log: pino({ level: 'silent' }) })
    model = await loadModel({ folder, known: false })
  })
  after(async () => {
    await embedder.close()
    await model.release()
  })

  for (const [name, body] of Object.entries(TANGLED))
    it(`loses no letter of ${name} and keeps within 512 tokens`, async () => {
      const passages = await embedder.split({ title: TITLE, body })
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
