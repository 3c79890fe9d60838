import { fetch } from 'undici'
import { trusting } from '../../support/client.ts'

/** An answer whose body is taken as it comes. */
export async function open(url: string, apiKey: string, path: string, signal?: AbortSignal) {
  return fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    dispatcher: trusting,
    headers: { 'X-API-Key': apiKey },
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Takes a file and drops it; answers its length in bytes. @throws when it does not come whole */
export async function download(url: string, apiKey: string, path: string): Promise<number> {
  const { status, body } = await open(url, apiKey, path)
  if (status !== 200 || body === null) throw new Error(`answered ${status}`)
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Uint8Array).length
  return bytes
}
