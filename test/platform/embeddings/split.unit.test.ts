import { createHash } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { estimate } from '../../../src/platform/embeddings/estimate.ts'
import type { Measure } from '../../../src/platform/embeddings/measure.ts'
import { splitIdea } from '../../../src/platform/embeddings/split.ts'
import { bare, markdown, visible } from './texts.ts'

/** Words, few of them, so that small texts have many passages. */
const words: Measure = { count: (text) => text.split(/\s+/).filter((word) => word !== '').length, limit: 20 }
/** Pieces that are more tokens together than apart, which no splitter can foresee. */
const moody: Measure = { count: (text) => text.length ** 1.2 / 4, limit: 60 }

const textsOf = (body: string, measure = words): string[] =>
  splitIdea({ title: 'Title', body }, measure).map(({ text }) => text)
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${String(from + index)}`).join(' ')

describe('splitting an idea', () => {
  it('makes one passage of an idea without a body, and it is the title', () => {
    const hash = createHash('sha256').update('Title').digest('hex')
    for (const body of ['', ' \n\n ', '[a]: https://a.b/c', '---'])
      expect(splitIdea({ title: 'Title', body }, words)).to.deep.equal([{ text: '', input: 'Title', hash }])
  })

  it('repeats the title in every input and never in a text', () => {
    const passages = splitIdea({ title: 'Two words', body: numbered(0, 50) }, words)
    expect(passages.length).to.be.greaterThan(2)
    for (const { input, text } of passages) expect(input).to.equal(`Two words\n${text}`)
  })

  it('shows plain text without the marks, keeping code, line breaks and what links and images say', () => {
    const body =
      '# Big *idea*\n\nsee [here](https://a.b) ![a cat](c.png)  \nnew\nline\n\n> - `x * y`\n\n```js\na *= 2\nb\n```\n'
    expect(textsOf(body)).to.deep.equal(['Big idea\nsee here a cat\nnew line\nx * y\na *= 2\nb'])
  })

  it('cuts between blocks, not within them, where they fit', () => {
    const blocks = [numbered(0, 12), numbered(12, 24), numbered(24, 36)]
    expect(textsOf(blocks.join('\n\n'))).to.deep.equal(blocks)
    expect(textsOf(blocks.map((block) => `- ${block}`).join('\n'))).to.deep.equal(blocks)
  })

  it('cuts a long block between sentences, a long sentence between words', () => {
    const sentences = ['It ', 'So ', 'Or '].map((start) => `${start}${numbered(0, 10)}. `)
    expect(textsOf(sentences.join(''))).to.deep.equal(sentences.map((sentence) => sentence.trim()))
    expect(textsOf(numbered(0, 38))).to.deep.equal([numbered(0, 19), numbered(19, 38)])
  })

  it('keeps headings with what follows them', () => {
    const texts = textsOf(`${numbered(0, 8)}\n\n## Part\n\n### Sub\n\n${numbered(10, 22)}`)
    expect(texts).to.deep.equal([numbered(0, 8), `Part\nSub\n${numbered(10, 22)}`])
  })

  it('begins a passage at a heading where the one before it is half full', () => {
    const texts = textsOf(`${numbered(0, 12)}\n\n## Part\n\n${numbered(12, 17)}`)
    expect(texts).to.deep.equal([numbered(0, 12), `Part\n${numbered(12, 17)}`])
  })

  it('leaves no tiny passage at the end', () => {
    expect(textsOf(numbered(0, 40))).to.deep.equal([numbered(0, 19), numbered(19, 30), numbered(30, 40)])
  })

  it('shortens a title that would leave the body no room', () => {
    const [first] = splitIdea({ title: numbered(0, 30), body: 'and a body' }, words)
    expect(first?.input.trim()).to.match(/^w0 w1 .*w8 w9\s+and a body$/s)
  })

  for (const [name, measure] of Object.entries({ words, estimate, moody }))
    it(`loses no letter and keeps every input within the limit, counting by ${name}`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), markdown, (title, body) => {
          const passages = splitIdea({ title, body }, measure)
          expect(bare(passages.map(({ text }) => text).join(''))).to.equal(visible(body))
          for (const { input } of passages) expect(measure.count(input)).to.be.at.most(measure.limit)
          if (passages.length > 1) expect(passages.map(({ text }) => text)).not.to.include('')
        }),
        { numRuns: 40 },
      )
    })
})
