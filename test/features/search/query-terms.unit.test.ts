import { expect } from 'chai'
import fc from 'fast-check'
import { luceneQueries, maskQueries } from '../../../src/features/search/lucene.ts'
import { SEARCH_LIMITS } from '../../../src/features/search/schema.ts'
import { termsOf } from '../../../src/features/search/query-terms.ts'

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

  it('are those of its first hundred words', () => {
    const words = Array.from({ length: 1_300 }, (_, at) => `w${at}`)
    const found = termsOf(words.join(' ')).flatMap((term) => term.words)
    expect(found).to.deep.equal(words.slice(0, SEARCH_LIMITS.words))
    const divided = termsOf('a.b.c.d.e.f.g.h '.repeat(100) + words.join(':') + words.join('知')).flatMap(
      (term) => term.words,
    )
    expect(divided).to.have.length.within(1, SEARCH_LIMITS.words)
  })
})

/** What Lucene may take for syntax. */
function outside(query: string): string {
  return query.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
}

describe('The Lucene queries of terms', () => {
  const SYNTAX = /^(?:[ ()+]|userId:|\^0|title:|body:|wordForms:|\*:\*\^\d+|\*[\p{L}\p{M}\p{N}ー]+\*)*$/u
  const LONGER = /^\+userId:\^0 \+\((?:(?:title|body|wordForms):[\p{L}\p{M}\p{N}]+\*(?: |\)$))+$/u

  it('hold nothing of a text outside of quotes but letters between asterisks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const queries = luceneQueries('the "owner"\\', termsOf(`${one} ${other}`))
        for (const query of [
          ...queries.map(({ either }) => either),
          ...maskQueries('the "owner"\\', queries),
        ]) {
          expect(outside(query)).to.match(SYNTAX)
          expect(query).not.to.contain('()')
        }
      }),
      // A sign of a script that is no letter of it.
      { numRuns: 500, examples: [['㈀', '㌀']] },
    )
  })

  it('hold nothing but letters and digits before an asterisk for the beginning of a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        for (const { longer } of luceneQueries('the "owner"\\', termsOf(`${one} ${other}fox`))) {
          if (longer !== null) expect(outside(longer)).to.match(LONGER)
        }
      }),
      {
        numRuns: 500,
        examples: [
          ['', 'ﷺ'],
          ['', 'AND fox NOT '],
        ],
      },
    )
    const [first, second, last] = luceneQueries('me', termsOf('one two-ﷺfox')).map(({ longer }) => longer)
    expect([first, second]).to.deep.equal([null, null])
    expect(outside(last ?? '')).to.match(LONGER)
  })

  it('are one for each word, and one for every twelve of them, with no more clauses than Lucene allows', () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' ')
    for (const text of [
      words,
      '知识图谱'.repeat(500),
      'é'.repeat(9_000),
      'ア'.repeat(2_000),
      'a.b'.repeat(40),
      Array.from({ length: 50 }, (_, at) => `ﷺé${String.fromCodePoint(0xac00 + at)}`).join('-'),
    ]) {
      const queries = luceneQueries('me', termsOf(text))
      expect(queries).to.have.length.within(1, SEARCH_LIMITS.words)
      for (const { either } of queries) expect(either.split(/title:|body:/).length).to.be.below(100)
      const masks = maskQueries('me', queries)
      expect(masks).to.have.length(Math.ceil(queries.length / 12))
      for (const query of masks)
        expect(query.split(/userId:|title:|body:|wordForms:|\*:/).length).to.be.below(1_024)
    }
  })

  it('look for sixteen words inside others, whatever is asked', () => {
    const text = Array.from({ length: 800 }, (_, at) => String.fromCodePoint(0xac00 + 28 * at, 0xac01)).join(
      ' ',
    )
    const queries = luceneQueries('me', termsOf(text))
    expect(queries.filter(({ either }) => either.includes('*'))).to.have.length(SEARCH_LIMITS.wordsInside)
    // Two fields in two Unicode forms.
    expect(
      queries
        .map(({ either }) => either)
        .join()
        .match(/:\*/g),
    ).to.have.length(4 * SEARCH_LIMITS.wordsInside)
  })
})
