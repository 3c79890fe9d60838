import type { z } from 'zod'
import { Problem, type ProblemCode } from '../problems.ts'
import { retryAfterMs } from '../retry-after.ts'

/** Why a provider gave no usable answer. */
export type FailureReason =
  | 'bad_key'
  | 'rate_limited'
  | 'failed'
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'truncated'
  | 'unusable'
  | 'aborted'

type Meaning = Readonly<{ sentence: string; problem: ProblemCode }>

/** The text for operators and the problem for clients; neither quotes the provider, which may echo the key or the prompt. */
const MEANINGS: Readonly<Record<FailureReason, Meaning>> = {
  bad_key: { sentence: 'does not accept the key', problem: 'provider_key_refused' },
  rate_limited: { sentence: 'limits the rate of requests', problem: 'provider_rate_limited' },
  failed: { sentence: 'answered with an error', problem: 'provider_failed' },
  unreachable: { sentence: 'cannot be reached', problem: 'provider_unreachable' },
  timeout: { sentence: 'did not answer in time', problem: 'provider_timeout' },
  refused: { sentence: 'refused to answer', problem: 'provider_refused' },
  truncated: {
    sentence: 'gave an answer that was cut off at its token limit',
    problem: 'provider_answer_unusable',
  },
  unusable: { sentence: 'gave an unusable answer', problem: 'provider_answer_unusable' },
  aborted: { sentence: 'was abandoned: the answer is no longer wanted', problem: 'client_left' },
}

/** The meaning of an SDK's error; `status` and `retryAfterMs` only if the provider answered. */
export type ErrorDetails = Readonly<{
  reason: FailureReason
  status?: number | undefined
  retryAfterMs?: number | undefined
}>

/** A request to a provider that gave no usable answer, after all retries. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly reason: FailureReason
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  /** `title`: the provider's display name. */
  constructor(title: string, { reason, status, retryAfterMs: delay }: ErrorDetails) {
    super(`${title} ${MEANINGS[reason].sentence}${status === undefined ? '' : ` (${status})`}`)
    this.reason = reason
    this.status = status
    this.retryAfterMs = delay
  }

  /** Whether a retry may succeed, and the failed request cost nothing. */
  get isTransient(): boolean {
    if (this.reason === 'unreachable') return true
    const { status = 500 } = this
    return this.reason === 'failed' && (status >= 500 || status === 408 || status === 409)
  }
}

/** Maps a {@link ProviderFailure} to the problem that clients see; returns any other error unchanged. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error
  return new Problem(MEANINGS[error.reason].problem, {}, { cause: error })
}

/** Error types with status 403 that do not concern the key. */
const NOT_THE_KEY: ReadonlySet<string> = new Set(['model_not_found', 'unsupported_country_region_territory'])
/** Error types within a stream, where there is no status. */
const STREAM_ERRORS: Readonly<Record<string, FailureReason>> = {
  authentication_error: 'bad_key',
  invalid_api_key: 'bad_key',
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  insufficient_quota: 'rate_limited',
}

/** Interprets an SDK's error that carries a provider's response; `body` extracts the error's type. */
export function errorDetailsOf(
  {
    status,
    error,
    headers,
  }: Readonly<{ status: number | undefined; error: unknown; headers: Headers | undefined }>,
  body: z.ZodType<string>,
): ErrorDetails {
  const { data: type } = body.safeParse(error)
  if (status === undefined) return { reason: STREAM_ERRORS[type ?? ''] ?? 'failed' }
  const isAboutKey = type !== undefined && !NOT_THE_KEY.has(type)
  return {
    reason: reasonOf(status, isAboutKey),
    status,
    retryAfterMs: retryAfterMs(headers?.get('retry-after')),
  }
}

/** The reason for an error's status; a 401 or 403 from a proxy does not concern the key. */
export function reasonOf(status: number, isOfProvider: boolean): FailureReason {
  if ((status === 401 || status === 403) && isOfProvider) return 'bad_key'
  return status === 429 ? 'rate_limited' : 'failed'
}
