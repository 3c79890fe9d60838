import getRawBody from 'raw-body'
import { invalid, Problem } from '../problems.ts'
import type { Context } from './context.ts'

/** Limit of the body of an HTML form. */
export const FORM_LIMITS = { bodyBytes: 16_384 } as const

/** Reads the fields of an HTML form. @throws Problem `unsupported_media_type`, `payload_too_large`, `validation_error` when it ends early */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (!ctx.request.is('application/x-www-form-urlencoded')) throw new Problem('unsupported_media_type')
  const length = ctx.request.headers['content-length'] ?? null
  const bytes = await getRawBody(ctx.req, { length, limit: FORM_LIMITS.bodyBytes }).catch(
    (error: getRawBody.RawBodyError) => {
      if (error.status === 413) throw new Problem('payload_too_large', { max_bytes: FORM_LIMITS.bodyBytes })
      throw invalid('', 'must be a whole form')
    },
  )
  return new URLSearchParams(bytes.toString('utf8'))
}
