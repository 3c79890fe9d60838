import { expect } from 'chai'
import { pino } from 'pino'
import { createLocalEmbedder } from '../../src/embeddings/local.ts'
import { bareOnnx } from '../support/bare-onnx.ts'
import { modelFolder } from './model.ts'

const ROUNDS = 4
/** Of what a bare loop over the same texts reaches. */
const LEAST = 0.8
const ideas = Array.from({ length: 12 }, (_, idea) => ({
  title: `Idea ${String(idea)}`,
  body: Array.from({ length: 220 }, (__, word) => `word${String((word * 7 + idea) % 90)}`).join(' '),
}))

describe('the throughput of the local model', function () {
  this.timeout(120_000)

  it('is close to that of a bare loop over the same texts, splitting included', async function () {
    const folder = modelFolder(this)
    const bare = await bareOnnx(folder)
    const embedder = createLocalEmbedder({ folder, known: false, log: pino({ level: 'silent' }) })
    await embedder.model()
    let best = 0
    // Others use this machine, too.
    for (let round = 0; round < ROUNDS && best < LEAST; round += 1) {
      const begun = performance.now()
      const passages = await Promise.all(
        ideas.map(async (idea) => {
          const inputs = (await embedder.split(idea)).map(({ input }) => input)
          await embedder.embedPassages(inputs)
          return inputs
        }),
      )
      const embedderMs = performance.now() - begun
      best = Math.max(best, (await bare.measure(passages.flat())) / embedderMs)
    }
    await embedder.close()
    await bare.release()
    expect(best).to.be.at.least(LEAST)
  })
})
