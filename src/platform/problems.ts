/** The codes of all errors that a caller can see, with the HTTP status and text of each. */
export const PROBLEMS = {
  validation_error: { status: 400, text: 'Validation failed' },
  malformed_json: { status: 400, text: 'The body is not valid JSON' },
  missing_credentials: { status: 401, text: 'Missing API key or session token' },
  invalid_credentials: { status: 401, text: 'Invalid API key or session token' },
  sign_in_refused: { status: 401, text: 'Wrong e-mail address or password' },
  https_required: { status: 403, text: 'HTTPS is required' },
  insufficient_scope: { status: 403, text: 'The key or token lacks the scope that this request needs' },
  session_required: { status: 403, text: 'This request needs a session token' },
  wrong_password: { status: 403, text: 'The password is wrong' },
  sign_up_off: { status: 403, text: 'Sign-up is off: ask the operator of this service for an account' },
  cross_origin: {
    status: 403,
    text: 'A change that is signed in by the cookie must come from the same origin',
  },
  host_unknown: {
    status: 403,
    text: 'Assistants do not reach this service under this name: its operator sets PUBLIC_URL',
  },
  origin_refused: { status: 403, text: 'Pages of other origins cannot use this address' },
  attachments_full: { status: 403, text: 'The space for the attachments of this account is used up' },
  idea_cap_reached: { status: 403, text: 'The idea limit of the free plan is reached' },
  path_not_found: { status: 404, text: 'Not found' },
  idea_not_found: { status: 404, text: 'Idea not found' },
  tag_not_found: { status: 404, text: 'Tag not found' },
  attachment_not_found: { status: 404, text: 'Attachment not found' },
  link_not_found: { status: 404, text: 'Link not found' },
  duplicate_not_found: { status: 404, text: 'Duplicate pair not found' },
  relation_not_found: { status: 404, text: 'Relation not found' },
  api_key_not_found: { status: 404, text: 'API key not found' },
  mcp_token_not_found: { status: 404, text: 'MCP token not found' },
  provider_key_not_found: { status: 404, text: 'There is no key for this provider' },
  provider_key_missing: { status: 403, text: 'Add a key for a provider first (PUT /user/byok/:provider)' },
  provider_key_lost: {
    status: 403,
    text: 'Your key for this provider can no longer be read: save it again',
  },
  provider_key_refused: { status: 403, text: 'The provider does not accept your key' },
  provider_rate_limited: { status: 502, text: 'The provider takes no more requests with your key for now' },
  provider_failed: { status: 502, text: 'The provider answered with an error' },
  provider_unreachable: { status: 502, text: 'The provider cannot be reached' },
  provider_refused: { status: 502, text: 'The provider would not answer' },
  provider_answer_unusable: { status: 502, text: 'The provider answered something that cannot be used' },
  provider_timeout: { status: 504, text: 'The provider did not answer in time' },
  // Never received by a client: 499 is what proxies log for a closed connection.
  client_left: { status: 499, text: 'The client has left' },
  request_under_way: { status: 409, text: 'A request with this Idempotency-Key is still under way' },
  session_not_found: { status: 404, text: 'Session not found' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
  idea_exists: { status: 409, text: 'An equal idea exists already' },
  tag_exists: { status: 409, text: 'A tag with this name exists already' },
  relation_exists: { status: 409, text: 'This relation exists already' },
  duplicate_resolved: { status: 409, text: 'This pair of duplicates is resolved already' },
  idea_archived: { status: 409, text: 'An archived idea cannot be merged' },
  links_too_many: { status: 409, text: 'An idea may have at most 500 links' },
  attachments_too_many: { status: 409, text: 'An idea may have at most 20 attachments' },
  relations_too_many: { status: 409, text: 'An idea may have at most 10,000 relations' },
  tags_too_many: { status: 409, text: 'An account may have at most 10,000 tags' },
  api_keys_too_many: { status: 409, text: 'An account may have at most 100 API keys' },
  mcp_tokens_too_many: { status: 409, text: 'An account may have at most 100 MCP tokens' },
  merged_body_too_long: { status: 409, text: 'The merged body would pass 50,000 characters' },
  merged_tags_too_many: { status: 409, text: 'The merged idea would pass 20 tags' },
  merged_links_too_many: { status: 409, text: 'The merged idea would pass 500 links' },
  merged_relations_too_many: { status: 409, text: 'The merged idea would pass 10,000 relations' },
  not_absorbed: { status: 409, text: 'That idea was not merged into this one' },
  email_taken: { status: 409, text: 'An account with this e-mail address exists already' },
  relation_cycle: { status: 409, text: 'Relation would create a cycle' },
  precondition_failed: { status: 412, text: 'The idea was changed meanwhile' },
  payload_too_large: { status: 413, text: 'The body is too large' },
  attachment_too_large: { status: 413, text: 'The file is larger than 10 MiB' },
  import_too_large: { status: 413, text: 'The file is too large' },
  unsupported_media_type: {
    status: 415,
    text: 'The body has a Content-Type or Content-Encoding that is not taken here',
  },
  range_not_satisfiable: { status: 416, text: 'The file does not have these bytes' },
  headers_too_large: { status: 431, text: 'The address and headers are too large' },
  idempotency_key_reused: { status: 422, text: 'The Idempotency-Key was used for another request' },
  import_id_reused: { status: 422, text: 'The import id was used for another file' },
  rate_limit_exceeded: { status: 429, text: 'Rate limit exceeded' },
  too_much_at_once: { status: 429, text: 'Rate limit exceeded' },
  internal_error: { status: 500, text: 'Internal server error' },
  embeddings_unavailable: { status: 503, text: 'Search by meaning is unavailable, try again soon' },
  service_unavailable: { status: 503, text: 'The service is unavailable, try again soon' },
} satisfies Record<string, Readonly<{ status: number; text: string }>>
export type ProblemCode = keyof typeof PROBLEMS

/** One validation error: `path` is the field with dots between steps, empty for the whole input. */
export type Detail = Readonly<{ path: string; message: string }>

const RETRY_AFTER_S = 2

/** An error with its code; `facts` are added to the response body (`cycle`, `relation_id`, `details`, …). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly facts: Readonly<Record<string, unknown>>

  /** Seconds, for `Retry-After`; by default two for `service_unavailable`. */
  readonly retryAfterS: number | undefined
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    facts: Readonly<Record<string, unknown>> = {},
    options: ErrorOptions &
      Readonly<{ retryAfterS?: number; headers?: Readonly<Record<string, string>> }> = {},
  ) {
    super(code, options)
    this.code = code
    this.facts = facts
    this.retryAfterS = options.retryAfterS ?? (code === 'service_unavailable' ? RETRY_AFTER_S : undefined)
    this.headers = options.headers ?? {}
  }
}

/** A `validation_error` for one field, for rules that a schema cannot express. */
export function invalid(path: string, message: string): Problem {
  return new Problem('validation_error', { details: [{ path, message }] satisfies Detail[] })
}
