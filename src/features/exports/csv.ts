import { stringify } from 'csv-stringify/sync'
import { presentIdea } from '../ideas/present.ts'
import type { ExportSource } from './source.ts'
import { createExportedTags } from './exported-tags.ts'

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

/** Cells that a spreadsheet would interpret as formulas (OWASP: CSV injection), and those that look like the escape of one. */
const FORMULA = /^'*[=+\-@\t\r]/

/** Streams the active ideas of a user as CSV (RFC 4180). */
export async function* csvExport(source: ExportSource): AsyncGenerator<string> {
  const exportedTags = createExportedTags()
  yield lines([HEADER])
  for await (const page of source.ideas()) {
    yield lines(
      page.map((row) => {
        const idea = presentIdea({ ...row, tags: exportedTags.detailsOf(row), processing: false })
        const cells = { ...idea, tags: idea.tags.join('; ') }
        return HEADER.map((name) => cells[name])
      }),
    )
  }
}

function lines(records: readonly (readonly unknown[])[]): string {
  return stringify([...records], {
    record_delimiter: '\r\n',
    // The library quotes the record delimiter CRLF but not a single LF or CR.
    quoted_match: /[\r\n]/,
    cast: { string: (cell) => (FORMULA.test(cell) ? `'${cell}` : cell) },
  })
}
