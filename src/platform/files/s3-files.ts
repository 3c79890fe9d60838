import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { Problem } from '../problems.ts'
import type { FileStore } from './file-store.ts'

/** A bucket, addressed by path, with the prefix of its keys (empty, or ending with a slash). */
export type S3Config = Readonly<{
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}>

/** The bucket of an address like `https://KEY:SECRET@host/bucket/prefix?region=eu-central-1`; undefined without key, secret or bucket. */
export function bucketIn(address: string): S3Config | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, username, password, pathname, searchParams } = new URL(address)
  const [bucket = '', ...prefix] = pathname.split('/').filter((step) => step !== '')
  const [accessKeyId = '', secretAccessKey = ''] = [username, password].map(decoded)
  if (accessKeyId === '' || secretAccessKey === '' || bucket === '') return undefined
  return {
    endpoint: origin,
    bucket,
    prefix: prefix.map((step) => `${step}/`).join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

/** Nothing of what is not percent-encoded as it should be. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Until the store has taken a file, or begun to answer. */
const ANSWER_MS = 20_000
/** Requests that are sent again after a 5xx or 429, with growing pauses. */
const RETRIES = 2

/** Files in a bucket of an S3-compatible store. Requests are signed by Signature Version 4. */
export function createS3Files({ endpoint, bucket, prefix, ...credentials }: S3Config): FileStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  const send = async (method: string, key: string, init: Pick<RequestInit, 'body' | 'headers'> = {}) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ANSWER_MS)
    try {
      const url = `${endpoint}/${bucket}/${prefix}${key}`
      const response = await client.fetch(url, { ...init, method, signal: late.signal })
      if (response.ok || response.status === 404) return response
      throw new Error(`the store of attachments answered ${response.status}: ${await response.text()}`)
    } catch (error) {
      throw new Problem('service_unavailable', {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a request whose answer has nothing to read, and returns its status. */
  const done = async (...request: Parameters<typeof send>): Promise<number> => {
    const { status, body } = await send(...request)
    await body?.cancel()
    return status
  }

  return {
    async put(key, file) {
      // A Blob has a known length, without which a store takes no body, and can be sent again.
      const status = await done('PUT', key, { body: await openAsBlob(file) })
      if (status === 404)
        throw new Problem('service_unavailable', {}, { cause: new Error(`no bucket ${bucket}`) })
      await rm(file, { force: true })
    },
    async read(key, range) {
      const headers = range && { Range: `bytes=${range.start}-${range.end}` }
      const { status, body } = await send('GET', key, { ...(headers && { headers }) })
      if (status !== 404) return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream)
      await body?.cancel()
      return undefined
    },
    async remove(key) {
      await done('DELETE', key)
    },
  }
}
