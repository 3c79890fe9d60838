/** Why there is no answer. */
export type FailureReason =
  /** The key, the model or the request is not accepted. */
  | 'not_accepted'
  /** Too many requests. */
  | 'limited'
  /** It cannot be reached, or fails. */
  | 'away'
  /** No answer in time. */
  | 'slow'
  /** It would not answer this. */
  | 'refused'
  /** What it answered is not what was asked for. */
  | 'nonsense'
  /** It has failed just before, and is left alone for a while. */
  | 'resting'
  /** The asker has no use for an answer any more. */
  | 'cancelled'

/** A failure as one sentence for operators: nothing of a key, a question or an answer is in it. */
export type Failure = Readonly<{ reason: FailureReason; message: string }>

/** What a failure says about the next questions: whether this one is worth a second try, and how long to ask nothing. */
export type Verdict = Readonly<{ failure: Failure; again: boolean; restMs: number }>

const SETTING_REST_MS = 5 * 60_000
const PASSING_REST_MS = 30_000
const MAX_REST_MS = 10 * 60_000

const NOT_ACCEPTED: Readonly<Record<number, string>> = {
  401: 'did not accept ANTHROPIC_API_KEY (401)',
  403: 'did not accept ANTHROPIC_API_KEY (403)',
  404: 'is not at ANTHROPIC_BASE_URL or does not know ANTHROPIC_MODEL (404)',
}

/** The verdict on an HTTP status that is no success. */
export function verdictOf(status: number, retryAfter: string | null, now: number): Verdict {
  if (status === 429) {
    const restMs = Math.min(MAX_REST_MS, waitOf(retryAfter, now) ?? PASSING_REST_MS)
    return verdict('limited', 'has had too many requests (429)', { restMs })
  }
  if (status === 408 || status >= 500) return away(`answered ${String(status)}`)
  const message = NOT_ACCEPTED[status]
  if (message !== undefined) return verdict('not_accepted', message, { restMs: SETTING_REST_MS })
  return verdict('not_accepted', `did not accept the request (${String(status)})`, {
    restMs: PASSING_REST_MS,
  })
}

/** The verdict on one that cannot be reached or fails. */
export function away(what: string): Verdict {
  return verdict('away', what, { again: true, restMs: PASSING_REST_MS })
}

/** The verdict where its code cannot be brought: nothing is sent. */
export function unloadable(): Verdict {
  return verdict('away', 'cannot be asked: its SDK cannot be loaded', { restMs: PASSING_REST_MS })
}

/** The verdict on one that is slow. */
export function slow(timeoutMs: number): Verdict {
  return verdict('slow', `did not answer within ${String(timeoutMs / 1_000)} s`, {
    restMs: PASSING_REST_MS,
  })
}

/** A verdict that says something of this question only, unless told otherwise. */
export function verdict(
  reason: FailureReason,
  what: string,
  { again = false, restMs = 0 }: Readonly<{ again?: boolean; restMs?: number }> = {},
): Verdict {
  return { failure: { reason, message: `Claude ${what}` }, again, restMs }
}

/** `Retry-After` in milliseconds: seconds or a date. */
function waitOf(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined
  const wait = /^\s*\d+(?:\.\d+)?\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
