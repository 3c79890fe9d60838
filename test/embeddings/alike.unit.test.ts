import { expect } from 'chai'
import fc from 'fast-check'
import { alike, type TextVectors } from '../../src/embeddings/alike.ts'

const vector = (x: number, y: number): Float32Array => Float32Array.of(x, y)
const [right, up, between] = [vector(1, 0), vector(0, 1), vector(0.6, 0.8)]
const reading = (whole: Float32Array, ...tokens: Float32Array[]): TextVectors => ({ whole, tokens })

const angle = fc
  .double({ min: 0, max: 2 * Math.PI, noNaN: true })
  .map((at) => vector(Math.cos(at), Math.sin(at)))
const any = fc.record({ whole: angle, tokens: fc.array(angle, { maxLength: 6 }) })

describe('Two readings', () => {
  it('are alike by the cosine of the wholes, and by the tokens of the one that the other has', () => {
    const one = alike(reading(right, right, up), reading(between, right))
    expect(one.meaning).to.be.closeTo(0.6, 1e-6)
    // All of the second is in the first, half of the first in the second.
    expect(one.covered).to.be.closeTo(1, 1e-6)
    expect(alike(reading(right, up), reading(up, between))).to.deep.include({ meaning: 0 })
    expect(alike(reading(right, up), reading(up, between)).covered).to.be.closeTo(0.8, 1e-6)
  })

  it('have nothing in common where one has no tokens', () => {
    expect(alike(reading(right), reading(right, up)).covered).to.equal(0)
  })

  it('are as alike in either order, from 0 to 1', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        const one = alike(a, b)
        expect(alike(b, a)).to.deep.equal(one)
        for (const value of Object.values(one)) expect(value).to.be.within(0, 1)
      }),
    )
  })
})
