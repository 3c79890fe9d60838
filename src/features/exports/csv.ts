import { stringify } from 'csv-stringify/sync'
import { presentIdea } from '../ideas/present.ts'
import type { Reading } from './reading.ts'
import { createTagBook } from './tag-book.ts'

const HEADER = [
  'id',
  'title',
  'body',
  'status',
  'source',
  'source_url',
  'tags',
  'parent_id',
  'created_at',
  'updated_at',
] as const

/** A spreadsheet would take the rest of such a cell for a formula (OWASP: CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** The active ideas of a user as CSV (RFC 4180) in pieces. */
export async function* csvExport(reading: Reading): AsyncGenerator<string> {
  const book = createTagBook()
  yield lines([HEADER])
  for await (const page of reading.ideas()) {
    yield lines(
      page.map((row) => {
        const idea = presentIdea({ ...row, tags: book.detailsOf(row), processing: false })
        const cells = { ...idea, tags: idea.tags.join('; ') }
        return HEADER.map((name) => cells[name])
      }),
    )
  }
}

function lines(records: readonly (readonly unknown[])[]): string {
  return stringify([...records], {
    record_delimiter: '\r\n',
    cast: { string: (cell) => (FORMULA.test(cell) ? `'${cell}` : cell) },
  })
}
