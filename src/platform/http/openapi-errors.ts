import type { Endpoint } from './endpoint.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'

type Json = Record<string, unknown>

/** The schema of all errors, with the members of single ones that clients use. */
export const ErrorAnswer = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string' } },
        },
      ],
      description: 'A sentence; an object with Prefer: error-format=object',
    },
    code: { type: 'string' },
    reason: {
      type: 'string',
      enum: ['concurrency'],
      description: 'Of a 429: too many requests at once, not too many today',
    },
    max_bytes: {
      type: 'integer',
      description: 'The limit that a body, a file or the space of an account would pass',
    },
    duplicate_of_id: { type: 'integer', description: 'The equal idea' },
    cycle: {
      type: 'array',
      items: { type: 'integer' },
      description: 'The ideas on the way of the cycle that a relation would close',
    },
    relation_id: { type: 'integer', description: 'The relation that is there already' },
    merged_into: {
      type: ['integer', 'null'],
      description: 'The active idea into which the idea was merged, null if that was deleted',
    },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/** Every error that an endpoint can answer, by status. */
export function errorResponses(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of possibleProblems(endpoint)) {
    const { status, text } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), text])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, texts]) => [
        status,
        { description: [...new Set(texts)].join('; '), headers: errorHeaders(status), content },
      ]),
  )
}

/** Headers of errors, as components. */
export const ERROR_HEADERS = {
  'X-Request-Id': { description: 'Names this request in the log', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again',
    schema: { type: 'integer' },
  },
} as const

function errorHeaders(status: number): Json {
  const waits = status === 429 || status === 503
  const names = waits ? (['X-Request-Id', 'Retry-After'] as const) : (['X-Request-Id'] as const)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Every problem that an endpoint can answer: its own, and those implied by its declaration. */
function possibleProblems(endpoint: Endpoint): ProblemCode[] {
  const { access, body, query, counted, params, problems } = endpoint
  const codes: ProblemCode[] = [
    'headers_too_large',
    ...problems,
    ...Object.values(params).map(({ unknown = 'validation_error' as const }) => unknown),
  ]
  if (access !== 'public')
    codes.push(
      'missing_credentials',
      'invalid_credentials',
      'too_much_at_once',
      'service_unavailable',
      'internal_error',
    )
  if (access !== 'public' && endpoint.method !== 'GET') codes.push('cross_origin')
  if (access === 'session') codes.push('session_required')
  if (access === 'ideas:read' || access === 'ideas:write') codes.push('insufficient_scope')
  if (access !== 'public' && counted) codes.push('rate_limit_exceeded')
  if (body !== undefined)
    codes.push('validation_error', 'malformed_json', 'payload_too_large', 'unsupported_media_type')
  if (endpoint.stream.length > 0) codes.push('payload_too_large', 'unsupported_media_type')
  if (query !== undefined) codes.push('validation_error')
  if (endpoint.retrySafe && access !== 'public') codes.push('validation_error', 'idempotency_key_reused')
  if (endpoint.conditions.includes('If-Match')) codes.push('precondition_failed')
  return [...new Set(codes)]
}
