import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import which from 'which'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'

/** Cells of every awkward kind. */
const CELLS = [
  '',
  ' ',
  'a\nb',
  'a\rb',
  'a\r\nb',
  '\n',
  '\r',
  '\r\n',
  'a\n',
  'a\r',
  '\n\n',
  'a,b',
  ',',
  ';',
  'a;b',
  '"',
  '""',
  '"a"',
  'a"b',
  'a","b',
  '"\r\n"',
  "'",
  '\\',
  '\\"',
  '\\n',
  'a\tb',
  '|',
  '#',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ufeff',
  'é',
  '日本語',
  '👩‍👩‍👧‍👦',
  'NULL',
  'nan',
  '1e5',
  '007',
  'true',
  ' a ',
  '{"a": [1, 2]}',
  'x'.repeat(40_000),
]
const READ_BY_PYTHON = `
import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
json.dump(list(csv.reader(text, strict=True)), sys.stdout)
`

function expectCells([header = [], ...rows]: string[][]): void {
  expect(rows.map((row) => row.length)).to.deep.equal(CELLS.map(() => 10))
  expect(rows.map((row) => row[header.indexOf('body')])).to.deep.equal(
    CELLS.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)),
  )
}

describe('The CSV export in other programs', () => {
  let file: string
  before(async () => {
    const { api } = await newUser()
    for (const body of CELLS) await newIdea(api, { body })
    file = String((await api.post('/user/export/csv')).body)
  })

  it('has the same cells for csv-parse', () => {
    expectCells(parse(file, { relax_column_count: true, relax_quotes: false }))
  })

  it("has the same cells for Python's csv module", async function () {
    const python = await which('python3', { nothrow: true })
    if (python === null) this.skip()
    const output = execFileSync(String(python), ['-c', READ_BY_PYTHON], {
      input: file,
      maxBuffer: 10_000_000,
    })
    expectCells(JSON.parse(output.toString()))
  })
})
