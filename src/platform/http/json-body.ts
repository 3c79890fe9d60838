import * as Bourne from '@hapi/bourne'
import getRawBody from 'raw-body'
import { invalid, Problem } from '../problems.ts'
import type { Context } from './context.ts'

/** Limits of a JSON body, a smaller one for clients without a credential. The parser takes long for deep nesting, of which nobody has more. */
export const REQUEST_LIMITS = { bodyBytes: 1_048_576, publicBodyBytes: 32_768, nesting: 1_000 } as const

/** A JSON body, and its text for the fingerprint of an `Idempotency-Key`. */
export type JsonBody = Readonly<{ value: unknown; text: string }>

/** A request without a body. */
export const NO_BODY: JsonBody = { value: {}, text: '' }

/** @throws Problem `unsupported_media_type`, `payload_too_large`, `malformed_json`, `validation_error` when it is nested too deep */
export async function readJson(ctx: Context, limit: number = REQUEST_LIMITS.bodyBytes): Promise<JsonBody> {
  const { headers } = ctx.request
  const { 'content-length': length = null, 'transfer-encoding': transferEncoding } = headers
  if (transferEncoding === undefined && Number(length ?? 0) === 0) return NO_BODY
  if (isEncoded(ctx) || !ctx.request.is('json', '+json')) throw new Problem('unsupported_media_type')
  const bytes = await getRawBody(ctx.req, { length, limit }).catch((error: getRawBody.RawBodyError) => {
    if (error.status === 413) throw new Problem('payload_too_large', { max_bytes: limit })
    throw new Problem('malformed_json')
  })
  return bytes.length === 0 ? NO_BODY : parse(bytes)
}

/** Whether a body has a content coding (RFC 9110, section 8.4.1: names of codings have no case). */
export function isEncoded(ctx: Context): boolean {
  return !['', 'identity'].includes(ctx.get('Content-Encoding').trim().toLowerCase())
}

function parse(bytes: Buffer): JsonBody {
  const text = decoded(bytes)
  if (isTooDeep(text)) throw invalid('', `must be nested at most ${REQUEST_LIMITS.nesting} levels deep`)
  try {
    // `__proto__` is ignored like any unknown field.
    return { value: Bourne.parse(text, { protoAction: 'remove' }), text }
  } catch (error) {
    throw new Problem('malformed_json', {}, { cause: error })
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Problem('malformed_json', {}, { cause: error })
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether lists and objects are nested deeper than the limit. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString && code === BACKSLASH) at += 1
    else if (code === QUOTE) inString = !inString
    else if (inString) continue
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > REQUEST_LIMITS.nesting) return true
  }
  return false
}
