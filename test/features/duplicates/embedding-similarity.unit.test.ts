import { expect } from 'chai'
import {
  createEmbedIdea,
  embeddingSimilarity,
} from '../../../src/features/duplicates/embedding-similarity.ts'

const PREFIX = 'Represent this sentence for finding paraphrases: '

describe('The similarity of the embeddings of ideas', () => {
  const asked: string[] = []
  const embedIdea = createEmbedIdea(async (text) => {
    asked.push(text)
    return text.includes('Title') ? [1, 0] : [0, 1]
  })
  beforeEach(() => (asked.length = 0))

  it('is of the title and the beginning of the body, each by itself, and never of half a character', async () => {
    await embedIdea({ title: 'Title', body: `x${'😀'.repeat(1_000)}` })
    expect(asked[0]).to.equal(`${PREFIX}Title`)
    expect(asked[1]).to.have.lengthOf(PREFIX.length + 300)
    expect(asked[1]?.isWellFormed()).to.equal(true)
  })

  it('is that of the title alone where there is no body', async () => {
    const { body, whole } = await embedIdea({ title: 'Title', body: '  ' })
    expect(asked).to.have.lengthOf(1)
    expect([body, whole]).to.deep.equal([undefined, [1, 0]])
  })

  it('of two ideas is the cosine of title and body together', async () => {
    const one = await embedIdea({ title: 'Title', body: 'Body' })
    const other = await embedIdea({ title: 'Title', body: '' })
    expect(embeddingSimilarity(one, one)).to.deep.equal({
      body: 1,
      whole: embeddingSimilarity(one, one).whole,
    })
    expect(embeddingSimilarity(one, one).whole).to.be.closeTo(1, 1e-9)
    expect(embeddingSimilarity(one, other).whole).to.be.closeTo(Math.SQRT1_2, 1e-9)
  })
})
