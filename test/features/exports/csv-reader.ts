const FIELD = /"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]*)/y

/**
 * Reads a CSV file by the grammar of RFC 4180 alone: every record ends in CRLF; a field with a quote, a comma, a line
 * feed or a carriage return is quoted. Written for the tests, so that no library reads what it has written itself.
 * @throws Error that says where the file breaks the grammar, or that a record has more or fewer fields than the header
 */
export function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = recordsOf(text)
  return rows.map((row, at) => {
    if (row.length !== header.length) throw new Error(`record ${at + 1} has ${row.length} fields`)
    return Object.fromEntries(header.map((name, column) => [name, row[column] ?? '']))
  })
}

function recordsOf(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length;) {
    FIELD.lastIndex = at
    const found = FIELD.exec(text)
    record.push(found?.groups?.['quoted']?.replaceAll('""', '"') ?? found?.groups?.['plain'] ?? '')
    at += found?.[0].length ?? 0
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (!text.startsWith('\r\n', at))
      throw new Error(`no field ends here: ${JSON.stringify(text.slice(at, at + 20))}`)
    at += 2
    records.push(record)
    record = []
  }
  if (record.length > 0) throw new Error('the last record does not end in CRLF')
  return records
}
