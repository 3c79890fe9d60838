import { expect } from 'chai'
import { snippetOf } from '../../../src/features/search/snippet.ts'
import { termsOf, type Term } from '../../../src/features/search/query-terms.ts'

const FILLER = 'The committee met on Tuesday and talked about chairs and lamps. '
const snippet = (body: string, query: string): string => snippetOf(null, { title: 'T', body }, termsOf(query))

describe('The snippet of a result', () => {
  const CASES: readonly [place: string, query: string][] = [
    ['Penguins were huddling together', 'penguin huddled'],
    ['Une école d’été', 'ÉCOLE'],
    ['Bir gün İstanbul’da', 'İSTANBUL'],
    ['知识图谱的设计', '图谱'],
    ['오프라인 데이터베이스에', '베이스'],
    ['การค้นหาข้อมูลภาษาไทย', 'ข้อมูล'],
    ['Launch \u{1f680} now', '\u{1f680}'],
    ['see node.js docs', 'node.js'],
    ['they don’t know', "don't"],
    ['devant l’hôpital', "l'hopital"],
    ['devant lʼhôpital', 'hôpital'],
    ['le cœur de Łódź', 'coeur'],
    ['le coeur de Lodz', 'Łódź'],
    ['Un cafe\u0301 noir', 'café'],
    ['la manoeuvrabilité', 'manœuvrabilité'],
    ['pre\u0301re\u0301mune\u0301re\u0301e', 'prérémunérée'],
    ['στην Αθήνα', 'ΑΘΗΝΑ'],
  ]
  for (const [place, query] of CASES) {
    it(`shows the place of the words: ${query}`, () => {
      const body = `${FILLER.repeat(40)}${place} ${FILLER.repeat(40)}`
      expect(snippet(body, query)).to.contain(place)
    })
  }

  it('is around most of the words, and begins with the text where there are none', () => {
    const body = `one ${FILLER.repeat(20)}one two ${FILLER.repeat(20)}one two three ${FILLER.repeat(20)}`
    expect(snippet(body, 'one two three')).to.contain('one two three')
    expect(snippet(body, 'nothing').startsWith('one The committee')).to.equal(true)
  })

  it('is near the first match in a long text, wherever that is', () => {
    const body = `one ${FILLER.repeat(200)}one two three ${FILLER.repeat(200)}`
    expect(snippet(body, 'one two three').startsWith('one The committee')).to.equal(true)
    expect(snippet(body, 'two three')).to.contain('one two three')
  })

  it('costs about the same for many words as for few', () => {
    const [CALLS, body] = [100, FILLER.repeat(780)]
    const costOf = (count: number): number => {
      const terms: Term[] = Array.from({ length: count }, (_, at) => ({ words: [`x${at.toString(36)}`] }))
      // Some kernels count processor time in ticks of four milliseconds.
      const before = process.cpuUsage()
      for (let call = 0; call < CALLS; call += 1) snippetOf(null, { title: 'T', body }, terms)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    costOf(10)
    expect(costOf(3_000) / costOf(10)).to.be.below(10)
  })
})
