import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../../platform/problems.ts'
import { ATTACHMENT_LIMITS } from './schema.ts'

/** A file as it arrived. */
export type Received = Readonly<{ bytes: number; sha256: string }>

/**
 * Writes what arrives into a new file. It is opened when its errors can be heard.
 * @throws Problem `attachment_too_large`, `client_left`
 */
export async function receive(open: () => Promise<Readable>, file: string): Promise<Received> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const content = await open()
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (): AsyncGenerator<Buffer> {
    // A refusal is answered while the rest is still being sent: the request must not be destroyed.
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > ATTACHMENT_LIMITS.fileBytes) throw new Problem('attachment_too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(measured, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw content.destroyed && !content.readableEnded
      ? new Problem('client_left', {}, { cause: error })
      : error
  })
  return { bytes, sha256: hash.digest('base64url') }
}
