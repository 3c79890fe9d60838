import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { leaveOneOut, type TaggedIdea } from '../../bench/leave-one-out.ts'
import { readLandscape, topicsOf } from '../../src/auto-tags/vocabulary.ts'
import { ideaVector } from '../../src/auto-tags/vectors.ts'
import type { Embedder } from '../../src/embeddings/embedder.ts'
import { createLocalEmbedder } from '../../src/embeddings/local.ts'
import { modelFolder } from '../embeddings/model.ts'

const TOPICS: Readonly<Record<string, string | undefined>> = {
  'Fix the leaking roof': 'home-repair',
  'Smart thermostat for the living room': 'home-automation',
  'Plant tomatoes in April': 'gardening',
  'Two-factor login': 'authentication',
  'Practise guitar chords': 'musical-instruments',
  'Birthday present for mum': 'gifts',
  'Crash when uploading a file': 'bugs',
  asdf: undefined,
  Untitled: undefined,
  'Call Peter': undefined,
  'The second one': undefined,
  'lorem ipsum dolor sit amet': undefined,
}

describe('Automatic tags with the local model', function () {
  this.timeout(120_000)
  let embedder: Embedder
  before(function () {
    const folder = modelFolder(this)
    embedder = createLocalEmbedder({ folder, log: pino({ level: 'silent' }) })
  })
  after(async () => embedder?.close())

  it('are far more often right than the commonest tag, left out one by one of the sample graph', async () => {
    const file = await readFile(new URL('../../examples/sample-graph.json', import.meta.url), 'utf8')
    const { ideas } = JSON.parse(file) as { ideas: TaggedIdea[] }
    const figures = new Map((await leaveOneOut(embedder, ideas)).figures)
    const [commonest, neighbours, both] = ['commonest', 'neighbours', 'both'].map((name) => figures.get(name))
    expect(commonest?.precision.first).to.be.lessThan(0.2)
    expect(neighbours?.precision.first).to.be.greaterThan(0.7)
    expect(both?.precision.first).to.be.greaterThan(0.7)
    expect(both?.suggested).to.be.greaterThan(0.75)
    expect(both?.right.first).to.be.greaterThan(0.55)
  })

  it('name the topic of a text that is about one, and none otherwise', async () => {
    const landscape = await readLandscape(embedder.embedPassages)
    for (const [title, topic] of Object.entries(TOPICS)) {
      const texts = await embedder.split({ title, body: '' })
      const [embedding = []] = await embedder.embedPassages(texts.map(({ input }) => input))
      expect(topicsOf(ideaVector([{ embedding, length: 1 }]), landscape, 3)[0], title).to.equal(topic)
    }
  })
})
