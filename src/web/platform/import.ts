import type { Result } from './api-types.ts'
import { send } from './api.ts'

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', zip: 'application/zip' }

/** Imports a file, which the browser reads as it is sent. @throws ApiError */
export async function imported(file: File, signal: AbortSignal): Promise<Result<'POST /user/import'>> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = TYPES[extension] ?? 'application/x-ndjson'
  const response = await send('POST', '/user/import', {
    body: file,
    headers: { 'Content-Type': type },
    signal,
  })
  return (await response.json()) as Result<'POST /user/import'>
}
