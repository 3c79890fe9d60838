import { expect } from 'chai'
import { tagKey, TagName } from '../../src/tags/schema.ts'
import { TOPICS } from '../../src/auto-tags/topics.ts'
import { createVocabulary, TOPIC_TEXTS, topicsOf } from '../../src/auto-tags/vocabulary.ts'
import { landscapeOf, near } from './landscape.ts'

const names = Object.keys(TOPICS)
const AXES = Array.from({ length: 40 }, (_, axis) => axis)
const MODEL = { name: 'm', url: null, dimensions: 24 }

describe('the vocabulary of common topics', () => {
  it('has some hundreds of names as tags are written', () => {
    expect(names.length).to.be.within(150, 300)
    expect(new Set(names.map(tagKey)).size).to.equal(names.length)
    for (const name of names) {
      expect(name).to.match(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect([TagName.parse(name), tagKey(name)]).to.deep.equal([name, name])
    }
  })

  it('says of each in a few words what it is about', () => {
    for (const [name, about] of Object.entries(TOPICS)) {
      expect(about.split(' ').length, name).to.be.within(3, 20)
    }
    expect(new Set(Object.values(TOPICS)).size).to.equal(names.length)
  })

  it('suggests the topic of a text, and nothing for a text of none', () => {
    const landscape = landscapeOf(AXES)
    expect(topicsOf(near(1), landscape, 3)).to.deep.equal(['topic-1'])
    expect(topicsOf(near(45), landscape, 3)).to.deep.equal([])
    expect(topicsOf(near(1, 20), landscape, 3)).to.deep.equal([])
  })

  it('suggests two topics for a text between them, and no more than asked for', () => {
    const landscape = landscapeOf(AXES)
    const [a, b] = [near(0), near(1)]
    const both = a.map((value, at) => (value + (b[at] ?? 0)) / Math.SQRT2)
    expect(topicsOf(both, landscape, 3).sort()).to.deep.equal(['topic-0', 'topic-1'])
    expect(topicsOf(both, landscape, 1)).to.have.lengthOf(1)
  })

  it('is embedded once for a model, again for another one, and again after a failure', async () => {
    const vocabulary = createVocabulary()
    let times = 0
    const embed = async (inputs: readonly string[]): Promise<number[][]> => {
      times += 1
      expect(inputs).to.deep.equal(TOPIC_TEXTS)
      if (times === 1) throw new Error('away')
      return inputs.map((_, at) => near(at % 20))
    }
    const failed = await vocabulary.of(MODEL, embed).catch((error: unknown) => error)
    expect(String(failed)).to.equal('Error: away')
    const [one, other] = await Promise.all([vocabulary.of(MODEL, embed), vocabulary.of(MODEL, embed)])
    expect(one).to.equal(other)
    expect([times, one.topics.length]).to.deep.equal([2, names.length])
    await vocabulary.of({ ...MODEL, name: 'another' }, embed)
    expect(times).to.equal(3)
  })
})
