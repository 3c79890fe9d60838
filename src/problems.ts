/** Everything that can go wrong for a caller, by code; `http/answers.ts` gives each its status and sentence. */
export type ProblemCode =
  | 'validation_error'
  | 'malformed_json'
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'https_required'
  | 'insufficient_scope'
  | 'session_required'
  | 'sign_in_refused'
  | 'sign_up_off'
  | 'wrong_password'
  | 'cross_origin'
  | 'idea_cap_reached'
  | 'path_not_found'
  | 'idea_not_found'
  | 'tag_not_found'
  | 'link_not_found'
  | 'relation_not_found'
  | 'duplicate_not_found'
  | 'api_key_not_found'
  | 'mcp_token_not_found'
  | 'provider_key_not_found'
  | 'provider_key_missing'
  | 'provider_key_lost'
  | 'provider_key_refused'
  | 'provider_rate_limited'
  | 'provider_failed'
  | 'provider_unreachable'
  | 'provider_refused'
  | 'provider_answer_unusable'
  | 'provider_timeout'
  | 'request_under_way'
  | 'client_left'
  | 'session_not_found'
  | 'method_not_allowed'
  | 'idea_exists'
  | 'tag_exists'
  | 'relation_exists'
  | 'duplicate_resolved'
  | 'idea_archived'
  | 'merged_body_too_long'
  | 'merged_tags_too_many'
  | 'not_absorbed'
  | 'email_taken'
  | 'relation_cycle'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'import_id_reused'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'service_unavailable'
  | 'embeddings_unavailable'

/** One broken rule of an input: `path` is the field, dots between steps, empty for the whole input. */
export type Detail = Readonly<{ path: string; message: string }>

/** A refusal with its code; `facts` are added to the answer's body (`cycle`, `relation_id`, `details`, …). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly facts: Readonly<Record<string, unknown>>

  /** When it may be tried again, for `Retry-After`. */
  readonly retryAfterS: number | undefined

  constructor(
    code: ProblemCode,
    facts: Readonly<Record<string, unknown>> = {},
    options: ErrorOptions & Readonly<{ retryAfterS?: number }> = {},
  ) {
    super(code, options)
    this.code = code
    this.facts = facts
    this.retryAfterS = options.retryAfterS
  }
}

/** The 400 for one field that a schema alone cannot judge. */
export function invalid(path: string, message: string): Problem {
  return new Problem('validation_error', { details: [{ path, message }] satisfies Detail[] })
}
