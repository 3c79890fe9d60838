import { fetch } from 'undici'
import { trusting, type Client, type Reply } from '../../support/client.ts'

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

/** Sends one idea; its second half only when that is let go. Gives the answer's status. */
export async function sendSlowly(api: Client, title: string, held: Promise<void>): Promise<number> {
  const body = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('{"title":')
    await held
    yield Buffer.from(`"${title}"}\n`)
  }
  const response = await fetch(`${api.origin}/api/v1/user/import`, {
    method: 'POST',
    dispatcher: trusting,
    headers: { ...api.headers, 'Content-Type': 'application/x-ndjson' },
    body: body(),
    duplex: 'half',
  })
  await response.body?.cancel()
  return response.status
}
