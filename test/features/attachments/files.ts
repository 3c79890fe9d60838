import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { trusting, type Client, type Reply } from '../../support/client.ts'

/** Attaches bytes to an idea. */
export async function attach(
  api: Client,
  ideaId: number,
  bytes: string | Buffer,
  file: Readonly<{ name?: string; type?: string; headers?: Record<string, string> }> = {},
): Promise<Reply> {
  const { name = 'notes.txt', type = 'text/plain', headers = {} } = file
  return api.post(`/ideas/${ideaId}/attachments`, undefined, {
    raw: bytes,
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    },
  })
}

/** Attaches bytes whose length is not announced. */
export async function attachChunks(api: Client, ideaId: number, chunks: Iterable<Buffer>): Promise<number> {
  const { statusCode, body } = await request(`${api.origin}/api/v1/ideas/${ideaId}/attachments`, {
    method: 'POST',
    headers: api.headers,
    body: Readable.from(chunks),
    dispatcher: trusting,
  })
  await body.dump()
  return statusCode
}

/** What a download answers, its body as bytes. */
export async function download(
  api: Client,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'POST' = 'GET',
) {
  const reply = await request(`${api.origin}${url}`, {
    method,
    headers: { ...api.headers, ...headers },
    dispatcher: trusting,
  })
  const body = Buffer.from(await reply.body.arrayBuffer())
  return { status: reply.statusCode, headers: reply.headers, body }
}

/** The names of the files that a service keeps in its data folder. */
export async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'attachments'), { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
