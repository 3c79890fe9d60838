import type { Result } from './api-types.ts'
import { ApiError, type ErrorBody } from './api.ts'

/** Imports a file, which the browser reads as it is sent. @throws ApiError */
export async function imported(file: File, signal: AbortSignal): Promise<Result<'POST /user/import'>> {
  const type = file.name.endsWith('.json') ? 'application/json' : 'application/x-ndjson'
  const headers = { 'Content-Type': type }
  const response = await fetch('/api/v1/user/import', { method: 'POST', body: file, headers, signal })
  const body: unknown = await response.json()
  if (!response.ok) throw new ApiError(response.status, body as ErrorBody)
  return body as Result<'POST /user/import'>
}
