import { parse, type CsvError } from 'csv-parse/sync'
import { CliError } from '../errors.ts'
import { linesSource, type ImportSource, type Located, type Mistake } from './source.ts'

type Row = Readonly<{ cells: readonly string[]; line: number }>
type Field = keyof typeof COLUMNS
type Header = ReadonlyMap<Field, number>
/** A row by column; columns that are missing in the file are absent. */
type Named = Readonly<{ line: number; values: Readonly<Partial<Record<Field, string>>> }>

/** The fields of an idea with their accepted column names; the first is that of the export. */
const COLUMNS = {
  id: ['id'],
  title: ['title', 'name', 'idea'],
  body: ['body', 'description', 'content', 'notes', 'text'],
  status: ['status', 'state'],
  source: ['source'],
  source_url: ['source_url', 'url', 'link'],
  tags: ['tags', 'labels', 'tag'],
  parent_id: ['parent_id', 'parent'],
  created_at: ['created_at', 'created'],
  updated_at: ['updated_at', 'updated'],
} as const
const FIELDS = Object.keys(COLUMNS) as Field[]

/** Reads ideas from a CSV file (RFC 4180) with a header. @throws CliError when it is none, or has no column for titles */
export function csvSource(file: string, content: string): ImportSource {
  const [head, ...rows] = rowsOf(file, content)
  const mistakes: Mistake[] = []
  const warnings: Mistake[] = []
  const header = headerOf(file, head, warnings)
  const wide = head?.cells.length ?? 0
  const good = rows.flatMap(({ cells, line }) => {
    if (cells.length === wide) return [{ line, values: valuesOf(cells, header) }]
    mistakes.push({ file, line, message: `has ${cells.length} cells where the header has ${wide}` })
    return []
  })
  const separator = isExport(head) ? '; ' : undefined
  const ideas = good.map(({ line, values }, at) => located(file, line, ideaOf(values, at + 1, separator)))
  return linesSource([...ideas, ...parentsOf(file, good, mistakes)], mistakes, warnings)
}

function rowsOf(file: string, content: string): Row[] {
  const [head = ''] = content.split(/[\r\n]/, 1)
  // As spreadsheets write them where the comma is in numbers.
  const delimiter = head.includes(';') && !head.includes(',') ? ';' : ','
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    delimiter,
  } as const
  try {
    const records = parse(content, options) as unknown as { record: string[]; info: { bytes: number } }[]
    const lineAt = lineCounter(content)
    return records.map(({ record, info }) => ({ cells: record.map(unguarded), line: lineAt(info.bytes) }))
  } catch (error) {
    const { lines = 1, message } = error as CsvError & { lines?: number }
    throw new CliError(`${file}:${lines}: is no CSV: ${message}`)
  }
}

/** Computes the first line of each record from its end offset, because the parser counts `\r\n` in a cell as two lines. */
function lineCounter(content: string): (endsAt: number) => number {
  const bytes = Buffer.from(content)
  let [line, at] = [1, 0]
  return (endsAt) => {
    const text = bytes.subarray(at, endsAt).toString()
    const [empty = ''] = /^[\r\n]*/.exec(text) ?? []
    const begins = line + breaksIn(empty)
    line += breaksIn(text)
    at = endsAt
    return begins
  }
}

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** Removes the prefix with which the export escapes formulas. */
function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function headerOf(file: string, head: Row | undefined, warnings: Mistake[]): Header {
  const header = new Map<Field, number>()
  for (const [at, cell] of (head?.cells ?? []).entries()) {
    const name = cell.trim().toLowerCase().replaceAll(/[ -]/g, '_')
    const field = FIELDS.find((one) => COLUMNS[one].some((known) => known === name))
    if (field === undefined || header.has(field)) {
      warnings.push({ file, line: head?.line ?? 1, message: `the column "${cell}" is left out` })
    } else header.set(field, at)
  }
  if (!header.has('title')) throw new CliError(`${file}:1: has no column "title"`)
  return header
}

/** The values in the order of COLUMNS, so that equal rows yield equal bytes, by whose hash imports are identified. */
function valuesOf(cells: readonly string[], header: Header): Named['values'] {
  const known = FIELDS.filter((field) => header.has(field)).map((field) => {
    const cell = cells[header.get(field) ?? 0] ?? ''
    return [field, field === 'body' ? cell : cell.trim()]
  })
  return Object.fromEntries(known)
}

/** Whether the columns are those of an export, in its order. */
function isExport(head: Row | undefined): boolean {
  return head?.cells.join() === FIELDS.join()
}

function ideaOf(values: Named['values'], id: number, separator: string | undefined): Record<string, unknown> {
  const { id: _id, parent_id: _parent, tags = '', ...copied } = values
  const given = Object.entries(copied).filter(([field, value]) => value !== '' || field === 'title')
  return {
    type: 'idea',
    id,
    ...Object.fromEntries(given),
    ...(tags === '' ? {} : { tags: tagsOf(tags, separator) }),
  }
}

/** Splits tags as in the export; in other files at semicolons, or at commas if there is no semicolon. */
function tagsOf(cell: string, separator = cell.includes(';') ? ';' : ','): string[] {
  return cell
    .split(separator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** Converts parents to relations, so that a child may precede its parent. */
function parentsOf(file: string, rows: readonly Named[], mistakes: Mistake[]): Located[] {
  const ids = new Map(rows.map(({ values }, at) => [values.id ?? '', at + 1]))
  return rows.flatMap(({ line, values: { parent_id: parent = '' } }, at) => {
    if (parent === '') return []
    const source = ids.get(parent)
    if (source === undefined) {
      mistakes.push({ file, line, message: `parent_id "${parent}" is the id of no row` })
      return []
    }
    const ends = { source_idea_id: source, target_idea_id: at + 1 }
    return [located(file, line, { type: 'relation', ...ends, relation_type: 'parent' })]
  })
}

function located(file: string, line: number, record: Record<string, unknown>): Located {
  return { record, file, lineOf: () => line }
}
