import { expect } from 'chai'
import fc from 'fast-check'
import { withoutSection as taken, withSection } from '../../../src/features/merges/section.ts'

/** Text of few words and much that looks like what a merge adds, so that it gets in the way. */
const text = fc
  .array(fc.constantFrom('a', 'b ', '\n', '\n\n', '---', '\n\n---\n\n', '## ', '# a', '👩‍👧', '\r\n'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const title = fc.constantFrom('a', 'b', 'a b', 'a\nb', '# a', '---')
const absorbed = fc.record({ title, body: text })

const withoutSection = (
  body: string,
  idea: { title: string; body: string },
  at: number,
): string | undefined => taken(body, idea, at)?.body
const joined = (body: string, idea: { title: string; body: string }): string => withSection(body, idea).body

describe('The section of an absorbed idea in the body of another', () => {
  it('is the title as a heading and the body, after a rule', () => {
    const idea = { title: 'Two\n lines', body: 'Text' }
    expect(joined('Mine', idea)).to.equal('Mine\n\n---\n\n## Two lines\n\nText')
    expect(joined('', idea)).to.equal('## Two lines\n\nText')
    expect(joined('Mine', { title: 'Bare', body: '' })).to.equal('Mine\n\n---\n\n## Bare')
  })

  it('is taken out again without a trace, whatever the texts are', () => {
    fc.assert(
      fc.property(text, absorbed, (before, idea) => {
        const { body, at } = withSection(before, idea)
        expect(withoutSection(body, idea, at)).to.equal(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is taken out in a time that grows no faster than a text with many empty lines', () => {
    const idea = { title: 'One', body: 'First' }
    // With the square of it, this would take minutes.
    const before = `${'\n'.repeat(1_000_000)}a\n`
    expect(withoutSection(`${before}${joined('', idea)}`, idea, Infinity)).to.equal(before.trimEnd())
  })

  it('is taken out of the middle, and what was written around it stays', () => {
    const [one, two] = [
      { title: 'One', body: 'First' },
      { title: 'Two', body: 'Second' },
    ]
    const both = joined(joined('Mine', one), two)
    for (const at of [0, both.length, Infinity]) {
      expect(withoutSection(both, one, at)).to.equal(joined('Mine', two))
      expect(withoutSection(`Before\n\n${both}\n\nAfter`, two, at)).to.equal(
        `Before\n\n${joined('Mine', one)}\n\nAfter`,
      )
      expect(withoutSection(joined(joined('', one), two), one, at)).to.equal(joined('', two))
      expect(withoutSection(`Before\n\n${joined('', one)}`, one, at)).to.equal('Before')
      expect(withoutSection(`${joined('', one)}\n\nAfter`, one, at)).to.equal('After')
    }
  })

  it('is, of equal texts, the one nearest to where it was appended; the last one where that is not known', () => {
    const idea = { title: 'Same', body: 'Text' }
    const { body, at } = withSection('Mine', idea)
    const twice = `${body}\n\nbetween\n\n${joined('', idea)}\n\nend`
    expect(withoutSection(twice, idea, at)).to.equal(`Mine\n\nbetween\n\n${joined('', idea)}\n\nend`)
    expect(withoutSection(twice, idea, Infinity)).to.equal(`${body}\n\nbetween\n\nend`)
  })

  it('is not taken for the idea’s own heading of the same words, where it was only a heading', () => {
    const idea = { title: 'Todo', body: '' }
    const own = '## Todo\n\nbuy milk'
    const { body, at } = withSection(own, idea)
    expect(withoutSection(body, idea, at)).to.equal(own)
    for (const place of [at, Infinity]) {
      expect(withoutSection(own, idea, place)).to.equal(undefined)
      expect(withoutSection(`${own}\n\nMore${body.slice(own.length)}`, idea, place)).to.equal(
        `${own}\n\nMore`,
      )
    }
    expect(withoutSection('## Todo\n\nLater', idea, 0)).to.equal('Later')
  })

  it('says where it began, also when that was not known', () => {
    const idea = { title: 'One', body: 'First' }
    const { body, at } = withSection('Mine', idea)
    for (const place of [at, Infinity]) expect(taken(body, idea, place)).to.deep.equal({ body: 'Mine', at })
  })

  it('is not found when it was edited', () => {
    const idea = { title: 'One', body: 'First' }
    const { body, at } = withSection('Mine', idea)
    for (const edited of [
      `${body} word`,
      body.replace('First', 'first'),
      body.replace('## ', '### '),
      'Mine',
      '',
    ])
      expect(withoutSection(edited, idea, at), JSON.stringify(edited)).to.equal(undefined)
    expect(withoutSection('Mine\n\n---\n\n## Oneness', { title: 'One', body: '' }, at)).to.equal(undefined)
  })
})
