import { expect } from 'chai'
import { formsOfWord, wordForms } from '../../src/platform/word-forms.ts'

const BODY = 50_000

describe('the forms of words', () => {
  // In quadratic time each of these would take longer than its two seconds.
  for (const unit of ['x', '"', '🧭', '/', '/.', 'a.', "l'", 'ä', 'http://', 'der ', 'œ', 'l’', 'ά'])
    it(`of a body of nothing but ${unit} are found in linear time`, () => {
      expect(wordForms(unit.repeat(BODY / unit.length))?.length ?? 0).to.be.below(BODY)
    }).timeout(2_000)

  it('are not those of runs that are too long for words', () => {
    expect(wordForms(`Wir mögen ${'ä'.repeat(51)}`)).to.equal('de_wir mogen de_mog')
    expect(formsOfWord('ä'.repeat(51))).to.deep.equal([])
  })

  it('are in plain letters, however a letter is encoded', () => {
    const plain: readonly [word: string, form: string][] = [
      ['Łódź', 'lodz'],
      ['ÆTHER', 'aether'],
      ['smørrebrød', 'smorrebrod'],
      ['Þórður', 'thordur'],
      ['Đặng', 'dang'],
      ['ışık', 'isik'],
      ['Αθήνα', 'αθηνα'],
      ['ΧΡΉΣΤΟΣ', 'χρηστοσ'],
      ['ёлка', 'елка'],
      ['don’t', "don't"],
      ['Oʼbrién', "o'brien"],
    ]
    for (const [word, form] of plain) {
      for (const encoded of [word, word.normalize('NFD')]) {
        expect(wordForms(encoded), word).to.equal(form)
        expect(formsOfWord(encoded), word).to.include(form)
      }
    }
  })

  it('keep marks that are part of a letter, or a vowel', () => {
    for (const word of ['йод', 'किताब', 'שָׁלוֹם', 'كِتَاب', 'ที่', 'が']) {
      expect(wordForms(word), word).to.equal(null)
      expect(formsOfWord(word), word).to.deep.equal([word.normalize('NFC')])
    }
  })
})
