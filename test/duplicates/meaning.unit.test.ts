import { expect } from 'chai'
import { comparedText, createMeaning } from '../../src/duplicates/meaning.ts'

const titled = (title: string) => ({ title, body: '' })

describe('The meaning of ideas', () => {
  it('is asked for one idea beside others, and not where there are none', async () => {
    const asked: string[][] = []
    const meaning = createMeaning(async (texts) => {
      asked.push([...texts])
      return texts.slice(1).map(() => ({ meaning: 0.5, covered: 0.6 }))
    })
    expect(await meaning(titled('one'), [])).to.deep.equal([])
    expect(await meaning(titled('one'), ['two', 'three'].map(titled))).to.have.lengthOf(2)
    expect(asked).to.deep.equal([['one', 'two', 'three']])
  })

  it('is of the title and the beginning of the body, and never of half a character', () => {
    expect(comparedText({ title: 'Title', body: '' })).to.equal('Title')
    expect(comparedText({ title: 'Title', body: 'Body' })).to.equal('Title\nBody')
    const long = comparedText({ title: 'Title', body: '😀'.repeat(1_000) })
    expect([...long]).to.have.lengthOf(300)
    expect(long.isWellFormed()).to.equal(true)
  })
})
