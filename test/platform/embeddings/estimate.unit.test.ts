import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { estimate, withinEstimate } from '../../../src/platform/embeddings/estimate.ts'

/** Texts with the tokens that bge-small-en-v1.5 makes of them: one for English, hard on everything else. */
const COUNTED: readonly (readonly [text: string, tokens: number])[] = [
  ['A self-hosted service where people capture ideas and relate them to each other.', 16],
  ['Die Würde des Menschen ist unantastbar, aber Rechtsschutzversicherungen nicht.', 26],
  ['Съешь ещё этих мягких французских булок, да выпей чаю.', 45],
  ['我们需要一个离线模式，这样没有网络也能工作。', 22],
  ['const limit = MAX_TOKENS - RESERVED // 512', 13],
]

describe('the estimate of tokens', () => {
  for (const [text, tokens] of COUNTED)
    it(`is no less than a real tokenizer’s count, nor twice as much: ${text}`, () => {
      expect(estimate.count(text)).to.be.within(tokens, tokens * 2)
    })

  it('leaves room even for checksums', () => {
    const sums = Array.from({ length: 100 }, (_, n) =>
      createHash('sha512').update(String(n)).digest('base64'),
    )
    // A thousand characters of them are 688 tokens.
    expect(withinEstimate(sums.join(' ')).length).to.be.within(500, 740)
  })

  it('cuts a search between characters', () => {
    expect(withinEstimate('short')).to.equal('short')
    const cut = withinEstimate('👩'.repeat(1_000))
    expect(cut.length % 2).to.equal(0)
    expect(cut.length).to.be.within(200, 1_000)
  })
})
