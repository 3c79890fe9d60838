import { expect } from 'chai'
import { comparedText, createMeaning } from '../../src/duplicates/meaning.ts'

const titled = (title: string) => ({ title, body: '' })
const VECTORS: Readonly<Record<string, number[]>> = {
  right: [1, 0],
  up: [0, 1],
  between: [0.6, 0.8],
  left: [-1, 0],
}

describe('The meaning of ideas', () => {
  it('is alike by the cosine, never below 0, and each text is embedded once', async () => {
    const asked: string[][] = []
    const meaning = createMeaning(async (texts) => {
      asked.push([...texts])
      return texts.map((text) => VECTORS[text] ?? [])
    })
    const others = ['up', 'between', 'left', 'right', 'between'].map(titled)
    const [up = Number.NaN, between = Number.NaN, left, right, again] = await meaning(titled('right'), others)
    expect(up).to.equal(0)
    expect(between).to.be.closeTo(0.6, 1e-6)
    expect([left, right, again]).to.deep.equal([0, 1, between])
    await meaning(titled('up'), [titled('left')])
    expect(asked).to.deep.equal([['right', 'up', 'between', 'left']])
  })

  it('is asked for nothing where there is nothing to compare', async () => {
    const meaning = createMeaning(async () => expect.fail('asked'))
    // The idea itself is embedded only beside others.
    expect(await meaning(titled('right'), [])).to.deep.equal([])
  })

  it('is of the title and the beginning of the body, and never of half a character', () => {
    expect(comparedText({ title: 'Title', body: '' })).to.equal('Title')
    expect(comparedText({ title: 'Title', body: 'Body' })).to.equal('Title\nBody')
    const long = comparedText({ title: 'Title', body: '😀'.repeat(1_000) })
    expect([...long]).to.have.lengthOf(300)
    expect(long.isWellFormed()).to.equal(true)
  })
})
