import { expect } from 'chai'
import { pino } from 'pino'
import fc from 'fast-check'
import type { Embedder } from '../../src/embeddings/embedder.ts'
import { createLocalEmbedder } from '../../src/embeddings/local.ts'
import { loadModel, type LocalModel } from '../../src/embeddings/local-model.ts'
import { splitIdea } from '../../src/embeddings/split.ts'
import { modelFolder } from './model.ts'
import { bare, markdown, TANGLED, visible } from './texts.ts'

/** Parsing that takes a second is stopped, some 25 times what plain words take in all; not stopped, it may take minutes. */
const AT_MOST = 50
const PLAIN = 'Plain words of a text, one after another. '.repeat(1_190)
const TITLE = '한국어'.repeat(66)
const PASSAGE_TOKENS = 512
const letters = (text: string): string => text.replaceAll(/\P{L}/gu, '')

describe('splitting with the real tokenizer', function () {
  this.timeout(60_000)
  let embedder: Embedder
  let model: LocalModel
  let plain: number

  /** In time of this thread's processor, because others work on this machine, too. */
  const cost = (body: string): number => {
    const before = process.threadCpuUsage()
    splitIdea({ title: TITLE, body }, model.measure)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }

  before(async function () {
    const folder = modelFolder(this)
    embedder = createLocalEmbedder({ folder, log: pino({ level: 'silent' }) })
    model = await loadModel({ folder, kind: 'search', known: false })
    // The first ones are slower.
    plain = Math.min(...[1, 2, 3].map(() => cost(PLAIN)))
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

  for (const [name, body] of Object.entries(TANGLED))
    it(`does not take long for ${name}`, () => {
      expect(cost(body) / plain).to.be.below(AT_MOST)
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
