import type { Client, Reply } from '../support/client.ts'

/** Sends records as JSON Lines. */
export async function importLines(api: Client, records: readonly unknown[], query = ''): Promise<Reply> {
  const raw = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return api.post(`/user/import${query}`, undefined, {
    raw,
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
}

/** Sends the object of an export file. */
export async function importFile(api: Client, file: unknown, query = ''): Promise<Reply> {
  return api.post(`/user/import${query}`, file)
}
