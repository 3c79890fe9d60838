import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import {
  embedded,
  leaveOneOut,
  shareOfForeign,
  type EmbeddedIdea,
} from '../../../bench/tags/leave-one-out.ts'
import type { Embedder } from '../../../src/platform/embeddings/embedder.ts'
import { createLocalEmbedder } from '../../../src/platform/embeddings/local.ts'
import { modelFolder } from '../../platform/embeddings/model.ts'

/** Ideas that the thresholds were not fitted to. */
const CLUBS = new URL('../../../bench/tags/clubs.json', import.meta.url)
const WITHOUT_SUBJECT = ['asdf', 'Untitled', 'Qwx', 'The second one', 'lorem ipsum dolor sit amet']

describe('Automatic tags with the local model', function () {
  let embedder: Embedder
  let ideas: EmbeddedIdea[]
  before(async function () {
    embedder = createLocalEmbedder({ folder: modelFolder(this), log: pino({ level: 'silent' }) })
    ideas = await embedded(embedder, JSON.parse(await readFile(CLUBS, 'utf8')).ideas)
  })
  after(async () => embedder?.close())

  it('are right in seven of ten ideas that get any, and half of the ideas do, left out one by one', () => {
    const { suggested, precision } = leaveOneOut(ideas)
    expect(precision.first).to.be.at.least(0.7)
    expect(suggested).to.be.at.least(0.5)
  })

  it('are none for texts that say nothing', async () => {
    const texts = WITHOUT_SUBJECT.map((title) => ({ title, body: '', tags: [] }))
    expect(shareOfForeign(await embedded(embedder, texts), ideas)).to.equal(0)
  })
})
