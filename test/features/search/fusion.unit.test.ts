import { expect } from 'chai'
import { fuse } from '../../../src/features/search/fusion.ts'

/** What fusing one idea that holds such words with one that is a little closer in meaning puts first. */
function firstWith(word: Readonly<{ score: number; coverage: number }>): number | undefined {
  const words = [{ id: 1, idea: null, ...word }]
  const meanings = [
    { id: 1, score: 0.5, position: 0 },
    { id: 2, score: 0.52, position: 0 },
  ]
  return fuse(words, meanings, 0)[0]?.id
}

describe('The fusion of words and meaning', () => {
  it('puts first what holds telling words, and not what holds a chance word', () => {
    expect(firstWith({ score: 0.1, coverage: 0.9 })).to.equal(1)
    expect(firstWith({ score: 0.1, coverage: 0.2 })).to.equal(2)
  })

  it('weighs all words alike, by the idea that holds most of the query', () => {
    const rare = { id: 3, score: 0.1, coverage: 0.1, idea: null }
    const alone = fuse([rare], [], 0.3)
    const beside = fuse([rare, { id: 4, score: 0.8, coverage: 1, idea: null }], [], 0.3)
    expect(beside.map(({ id }) => id)).to.deep.equal([4, 3])
    expect(beside[1]?.score).to.be.above(alone[0]?.score ?? 1)
  })

  it('scores within 0 to 1 whatever is found', () => {
    const word = { id: 1, score: 1 - 1e-9, coverage: 1, idea: null }
    expect(fuse([word], [{ id: 1, score: 1, position: 0 }], 0)[0]?.score).to.be.within(0.99, 1)
    expect(fuse([], [{ id: 1, score: 0, position: 0 }], 0)[0]?.score).to.equal(0)
  })
})
