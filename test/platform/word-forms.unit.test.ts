import { expect } from 'chai'
import { formsOfWord, wordForms } from '../../src/platform/word-forms.ts'

const BODY = 50_000

describe('the forms of words', () => {
  // In quadratic time each of these would take seconds, longer than a test may.
  for (const unit of ['x', '"', '🧭', '/', '/.', 'a.', "l'", 'ä', 'http://', 'der '])
    it(`of a body of nothing but ${unit} are found in linear time`, () => {
      expect(wordForms(unit.repeat(BODY / unit.length))?.length ?? 0).to.be.below(BODY)
    })

  it('are not those of runs that are too long for words', () => {
    expect(wordForms(`Wir mögen ${'ä'.repeat(51)}`)).to.equal('de_wir mogen de_mog')
    expect(formsOfWord('ä'.repeat(51))).to.deep.equal([])
  })
})
