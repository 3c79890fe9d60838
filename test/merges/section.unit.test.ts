import { expect } from 'chai'
import fc from 'fast-check'
import { withoutSection, withSection } from '../../src/merges/section.ts'

/** Text of few words and much that looks like what a merge adds, so that it gets in the way. */
const text = fc
  .array(fc.constantFrom('a', 'b ', '\n', '\n\n', '---', '\n\n---\n\n', '## ', '# a', '👩‍👧', '\r\n'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const title = fc.constantFrom('a', 'b', 'a b', 'a\nb', '# a', '---')
const absorbed = fc.record({ title, body: text })

describe('The section of an absorbed idea in the body of another', () => {
  it('is the title as a heading and the body, after a rule', () => {
    const idea = { title: 'Two\n lines', body: 'Text' }
    expect(withSection('Mine', idea)).to.equal('Mine\n\n---\n\n## Two lines\n\nText')
    expect(withSection('', idea)).to.equal('## Two lines\n\nText')
    expect(withSection('Mine', { title: 'Bare', body: '' })).to.equal('Mine\n\n---\n\n## Bare')
  })

  it('is taken out again without a trace, whatever the texts are', () => {
    fc.assert(
      fc.property(text, absorbed, (body, idea) => {
        expect(withoutSection(withSection(body, idea), idea)).to.equal(body)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is taken out again in the opposite order of several merges', () => {
    fc.assert(
      fc.property(text, fc.array(absorbed, { maxLength: 4 }), (body, ideas) => {
        const bodies = [body]
        for (const idea of ideas) bodies.push(withSection(bodies.at(-1) ?? '', idea))
        let now = bodies.at(-1) ?? ''
        for (let at = ideas.length - 1; at >= 0; at -= 1) {
          now = withoutSection(now, ideas[at] ?? { title: '', body: '' }) ?? 'not found'
          expect(now).to.equal(bodies[at])
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('is taken out of the middle, and what was written around it stays', () => {
    const [one, two] = [
      { title: 'One', body: 'First' },
      { title: 'Two', body: 'Second' },
    ]
    const both = withSection(withSection('Mine', one), two)
    expect(withoutSection(both, one)).to.equal(withSection('Mine', two))
    expect(withoutSection(`Before\n\n${both}\n\nAfter`, two)).to.equal(
      `Before\n\n${withSection('Mine', one)}\n\nAfter`,
    )
    expect(withoutSection(withSection(withSection('', one), two), one)).to.equal(withSection('', two))
    expect(withoutSection(`Before\n\n${withSection('', one)}`, one)).to.equal('Before')
    expect(withoutSection(`${withSection('', one)}\n\nAfter`, one)).to.equal('After')
  })

  it('is not found when it was edited', () => {
    const idea = { title: 'One', body: 'First' }
    const body = withSection('Mine', idea)
    for (const edited of [
      `${body} word`,
      body.replace('First', 'first'),
      body.replace('## ', '### '),
      'Mine',
      '',
    ])
      expect(withoutSection(edited, idea), JSON.stringify(edited)).to.equal(undefined)
    expect(withoutSection('Mine\n\n---\n\n## Oneness', { title: 'One', body: '' })).to.equal(undefined)
  })
})
