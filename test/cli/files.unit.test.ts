import { text } from 'node:stream/consumers'
import { stringify } from 'csv-stringify/sync'
import { expect } from 'chai'
import fc from 'fast-check'
import { csvSource } from '../../src/cli/import/csv.ts'
import { wikiLinksOf } from '../../src/cli/import/wiki-links.ts'
import { parseMarkdown, toMarkdown } from '../../src/cli/front-matter.ts'

const word = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 30 })
  .filter((value) => value.isWellFormed())
const awkward = fc.stringMatching(/^[-#:'"[\]{}|>&*!%@`, \n\ta=+;0~]{0,20}$/)
const content = fc.oneof(word, awkward)

describe('An idea as a Markdown file', () => {
  it('comes back from its front matter whatever its fields hold', () => {
    const fields = fc.record({
      title: content,
      status: content,
      tags: fc.array(content),
      source_url: fc.option(content),
    })
    fc.assert(
      fc.property(fields, content, (given, body) => {
        const parsed = parseMarkdown(toMarkdown(given, body))
        expect(parsed.fields).to.deep.equal(given)
        expect(trimmed(parsed.body)).to.equal(trimmed(body))
      }),
      { numRuns: 2_000 },
    )
  })

  it('without front matter is all body, also when it has rules', () => {
    for (const body of ['', 'text', 'a\n---\nb\n---\n', '--- x\n---\n', '---']) {
      expect(parseMarkdown(body)).to.deep.include({ fields: {}, body, bodyLine: 1 })
    }
  })

  it('knows the lines of its fields and of its body', () => {
    const parsed = parseMarkdown('---\ntitle: a\n\nstatus: b\n---\n\n\nText')
    expect([parsed.lineOf('title'), parsed.lineOf('status'), parsed.lineOf('none')]).to.deep.equal([2, 4, 1])
    expect([parsed.body, parsed.bodyLine]).to.deep.equal(['Text', 8])
  })
})

describe('A CSV file', () => {
  it('comes back as the export writes it, on the lines where it stands', async () => {
    const idea = fc.record({ title: content.filter((value) => value.trim() !== ''), body: content })
    await fc.assert(
      fc.asyncProperty(fc.array(idea, { minLength: 1, maxLength: 5 }), async (ideas) => {
        const rows = ideas.map(({ title, body }) => [guarded(title), guarded(body)])
        const file = stringify([['title', 'body'], ...rows], { record_delimiter: 'windows', quoted: true })
        const source = csvSource('x.csv', file)
        expect(source.mistakes).to.deep.equal([])
        const read = (await text(source.open()))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
        expect(read.map(({ title, body = '' }) => ({ title, body }))).to.deep.equal(
          ideas.map(({ title, body }) => ({ title: title.trim(), body })),
        )
        let line = 2
        for (const [at, row] of rows.entries()) {
          expect(source.locate([`lines.${at + 1}.title`])[0]?.line).to.equal(line)
          line += row.join(',').split(/\r\n|\r|\n/).length
        }
      }),
      {
        numRuns: 500,
        examples: [
          [
            [
              { title: 'a', body: '\r\nb' },
              { title: 'c', body: '' },
            ],
          ],
          [[{ title: "'=1", body: "''=1" }]],
          [
            [
              { title: 'a\r', body: '\nb' },
              { title: 'c', body: '' },
            ],
          ],
        ],
      },
    )
  })
})

describe('Wiki links', () => {
  it('are found with their lines, without aliases, headings, code and embedded files', () => {
    const body = [
      '[[A]] and [[b c|see]] [[d#e]] [[f#g|h]]',
      '`[[no]]` ``[[no`]]`` [[yes]]',
      '~~~',
      '[[no]]',
      '~~~',
      '![[image.png]] ![[note]] [[]] [[ ]] [not] [[open',
      '````',
      '```',
      '````js',
      '[[no]]',
      '````',
      '```npm start``` [[after]]',
      '[[last]]',
    ].join('\n')
    expect(wikiLinksOf(body).map(({ target, line }) => `${line} ${target}`)).to.deep.equal([
      '1 A',
      '1 b c',
      '1 d',
      '1 f',
      '2 yes',
      '6 note',
      '12 after',
      '13 last',
    ])
  })
})

/** What the file leaves open, and `ideas edit` leaves alone. */
function trimmed(body: string): string {
  return body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)*/, '')
    .trimEnd()
}

function guarded(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
