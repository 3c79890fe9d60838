import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { arriving, asOutage } from '../../platform/files/failures.ts'
import { Problem } from '../../platform/problems.ts'
import { ATTACHMENT_LIMITS } from './schema.ts'

/** A file as it arrived. */
export type Received = Readonly<{ bytes: number; sha256: string }>

/**
 * Writes what arrives into a new file.
 * @throws Problem `attachment_too_large`, `client_left` when it breaks off, `service_unavailable` when it cannot be written
 */
export async function receive(open: () => Promise<Readable>, file: string): Promise<Received> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of arriving(contentOf(open))) {
      bytes += chunk.length
      if (bytes > ATTACHMENT_LIMITS.fileBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(measured, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    asOutage(error)
  }
  return { bytes, sha256: hash.digest('base64url') }
}

/** What is answered to a file that is larger than one may be. */
export function tooLarge(): Problem {
  return new Problem('attachment_too_large', { max_bytes: ATTACHMENT_LIMITS.fileBytes })
}

/** Opened when its errors are heard. A refusal is answered while the rest is still being sent: the request must not be destroyed. */
async function* contentOf(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* (await open()).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
}
