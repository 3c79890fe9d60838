import { expect } from 'chai'
import fc from 'fast-check'
import { luceneQueries } from '../../../src/features/search/lucene.ts'
import { termsOf } from '../../../src/features/search/words.ts'

describe('The terms of a query', () => {
  const CASES: readonly [query: string, terms: string][] = [
    ['Offline  mode', 'Offline,mode'],
    ['wi-fi, and/or "quotes"', 'wi,fi,and,or,quotes'],
    ['same SAME', 'SAME'],
    ['node.js foo:bar snake_case', 'node+js,foo+bar,snake+case'],
    ["don't 3.14 1,000", "don't,3.14,1,000"],
    ['C++ (C#)', 'C'],
    ['__ ?? ++', ''],
    ['知识图谱', '知识,图+谱'],
    ['データの設計', 'データ,設計'],
    ['の', 'の'],
  ]
  for (const [query, terms] of CASES) {
    it(`are its words: ${query}`, () => {
      const shown = termsOf(query).map(({ words }) => words.join('+'))
      expect(shown.join()).to.equal(terms)
    })
  }
})

/** What Lucene may take for syntax. */
function outside(query: string): string {
  return query.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
}

describe('The Lucene queries of terms', () => {
  const SYNTAX = /^(?:[ ()+]|userId:|\^0|title:|body:|\*[\p{L}\p{M}\p{N}ー]+\*)*$/u

  it('hold nothing of a text outside of quotes but letters between asterisks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const { any, all } = luceneQueries('the "owner"\\', termsOf(`${one} ${other}`))
        for (const query of [...any, ...all]) expect(outside(query)).to.match(SYNTAX)
        for (const query of [...any, ...all]) expect(query).not.to.contain('()')
      }),
      // A sign of a script that is no letter of it.
      { numRuns: 500, examples: [['㈀', '㌀']] },
    )
  })

  it('are so many that none has more tokens than Lucene allows', () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' ')
    for (const text of [
      words,
      '知识图谱'.repeat(500),
      'é'.repeat(9_000),
      'ア'.repeat(2_000),
      'a.b'.repeat(40),
    ]) {
      for (const query of luceneQueries('me', termsOf(text)).any) {
        expect(query.split(/title:|body:/).length).to.be.below(1_000)
      }
    }
  })
})
