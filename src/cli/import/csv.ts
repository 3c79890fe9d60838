import { parse, type CsvError } from 'csv-parse/sync'
import { linesSource, type ImportSource, type Located, type Mistake } from './source.ts'

type Row = Readonly<{ cells: readonly string[]; line: number }>
type Field = keyof typeof COLUMNS
type Header = ReadonlyMap<Field, number>

/** The fields of an idea, and what people call them; the first name is that of the export. */
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
const COPIED = ['title', 'body', 'status', 'source', 'source_url', 'created_at', 'updated_at'] as const

/** Ideas of a CSV file (RFC 4180) with a header: the columns of the export, or what others call them. */
export function csvSource(file: string, content: string): ImportSource {
  const mistakes: Mistake[] = []
  const [head, ...rows] = rowsOf(file, content, mistakes)
  const warnings: Mistake[] = []
  const header = headerOf(file, head, mistakes, warnings)
  if (!header.has('title')) return linesSource([], mistakes, warnings)
  const wide = head?.cells.length ?? 0
  const good = rows.filter(({ cells, line }) => {
    if (cells.length === wide) return true
    mistakes.push({ file, line, message: `has ${cells.length} cells where the header has ${wide}` })
    return false
  })
  const ideas = good.map((row, at) => located(file, row, ideaOf(row, header, at + 1)))
  return linesSource([...ideas, ...parentsOf(file, good, header, mistakes)], mistakes, warnings)
}

function rowsOf(file: string, content: string, mistakes: Mistake[]): Row[] {
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  } as const
  try {
    const records = parse(content, options) as unknown as { record: string[]; info: { bytes: number } }[]
    const lineAt = lineCounter(content)
    return records.map(({ record, info }) => ({
      cells: record.map(unguarded),
      line: lineAt(info.bytes),
    }))
  } catch (error) {
    const { lines = 1, message } = error as CsvError & { lines?: number }
    mistakes.push({ file, line: lines, message: `is no CSV: ${message}` })
    return []
  }
}

/** Tells the lines on which records begin, by the bytes up to their ends: the parser counts `\r\n` in a cell as two lines. */
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

/** The export prefixes what a spreadsheet would take for a formula. */
function unguarded(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function headerOf(file: string, head: Row | undefined, mistakes: Mistake[], warnings: Mistake[]): Header {
  const header = new Map<Field, number>()
  for (const [at, cell] of (head?.cells ?? []).entries()) {
    const name = cell.trim().toLowerCase().replaceAll(/[ -]/g, '_')
    const field = (Object.keys(COLUMNS) as Field[]).find((one) =>
      COLUMNS[one].some((known) => known === name),
    )
    if (field === undefined || header.has(field)) {
      warnings.push({ file, line: head?.line ?? 1, message: `the column "${cell}" is left out` })
    } else header.set(field, at)
  }
  if (!header.has('title') && mistakes.length === 0) {
    mistakes.push({ file, line: 1, message: 'has no column "title"' })
  }
  return header
}

function ideaOf(row: Row, header: Header, id: number): Record<string, unknown> {
  const idea: Record<string, unknown> = { type: 'idea', id }
  for (const field of COPIED) {
    const value = cellOf(row, header, field)
    if (value !== '' || field === 'title') idea[field] = value
  }
  const tags = cellOf(row, header, 'tags')
  if (tags !== '') idea['tags'] = tagsOf(tags)
  return idea
}

/** Tags are between semicolons, as in the export; commas will do where there is no semicolon. */
function tagsOf(cell: string): string[] {
  return cell
    .split(cell.includes(';') ? ';' : ',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** The parents as relations, so that a child may stand before its parent. */
function parentsOf(file: string, rows: readonly Row[], header: Header, mistakes: Mistake[]): Located[] {
  const ids = new Map(rows.map((row, at) => [cellOf(row, header, 'id'), at + 1]))
  return rows.flatMap((row, at) => {
    const parent = cellOf(row, header, 'parent_id')
    if (parent === '') return []
    const source = ids.get(parent)
    if (source === undefined) {
      mistakes.push({ file, line: row.line, message: `parent_id "${parent}" is the id of no row` })
      return []
    }
    const relation = {
      type: 'relation',
      source_idea_id: source,
      target_idea_id: at + 1,
      relation_type: 'parent',
    }
    return [located(file, row, relation)]
  })
}

function cellOf({ cells }: Row, header: Header, field: Field): string {
  const at = header.get(field)
  const cell = at === undefined ? '' : (cells[at] ?? '')
  return field === 'body' ? cell : cell.trim()
}

function located(file: string, { line }: Row, record: Record<string, unknown>): Located {
  return { record, file, lineOf: () => line }
}
