import { Problem, type ProblemCode } from '../problems.ts'
import { ProviderFailure, type FailureReason } from './provider.ts'

const CODES: Readonly<Record<FailureReason, ProblemCode>> = {
  bad_key: 'provider_key_refused',
  rate_limited: 'provider_rate_limited',
  failed: 'provider_failed',
  unreachable: 'provider_unreachable',
  refused: 'provider_refused',
  cut: 'provider_answer_unusable',
  nonsense: 'provider_answer_unusable',
  aborted: 'client_left',
}

/** What a client is told of a failure, and of one whose time was over; anything else stays what it is. */
export function problemOf(error: unknown, isOverdue: boolean): unknown {
  if (!(error instanceof ProviderFailure)) return error
  return new Problem(isOverdue ? 'provider_timeout' : CODES[error.reason], {}, { cause: error })
}
