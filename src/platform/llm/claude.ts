import type { Logger } from 'pino'
import type { z } from 'zod'
import { createAnthropicProvider } from './anthropic.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { ProviderFailure, type FailureReason } from './failure.ts'
import type { Question } from './provider.ts'

/** A prompt whose answer is JSON that matches a schema of objects, lists, strings, numbers and enums. */
export type ClaudeQuestion<T> = Pick<Question<T>, 'system' | 'content' | 'maxTokens'> &
  Readonly<{ schema: z.ZodType<T>; signal?: AbortSignal }>

/** Why there is no answer; the message is for operators and contains nothing of a key, a prompt or an answer. */
export type ClaudeFailure = Readonly<{ reason: FailureReason | 'circuit_open'; message: string }>

/** A value that matches the question's schema, or the failure. */
export type ClaudeAnswer<T> = Readonly<
  { value: T; failure?: undefined } | { value?: undefined; failure: ClaudeFailure }
>

/** The operator's key, the URL of the API (undefined: Anthropic's) and the model. */
export type ClaudeConfig = Readonly<{ apiKey: string; baseUrl: string | undefined; model: string }>

type Options = ClaudeConfig & Readonly<{ log: Logger; clock: () => number; timeoutMs?: number | undefined }>

/** The failure while the circuit is open. */
export const CIRCUIT_OPEN: ClaudeFailure = {
  reason: 'circuit_open',
  message: 'Anthropic is asked nothing for a while after a failure',
}

const TIMEOUT_MS = 15_000
const ANTHROPIC_URL = 'https://api.anthropic.com'
/** Statuses that point to a wrong key, URL or model in the configuration. */
const SETTINGS: ReadonlySet<number | undefined> = new Set([401, 403, 404])
const SETTINGS_OPEN_MS = 5 * 60_000
const USUAL_OPEN_MS = 30_000
const MAX_OPEN_MS = 10 * 60_000
const ANSWERED: ReadonlySet<FailureReason> = new Set(['refused', 'truncated', 'unusable', 'aborted'])

/**
 * Creates the client for Claude with the operator's key. A circuit breaker keeps background work from waiting for a
 * provider that does not answer.
 */
export function createClaude({ apiKey: key, baseUrl, model, log, clock, timeoutMs }: Options) {
  const provider = createAnthropicProvider({ baseUrl, model })
  const closing = new AbortController()
  const breaker = createCircuitBreaker({
    clock,
    openMs,
    opened: ({ reason, status, message }, forMs) => {
      const check = SETTINGS.has(status)
        ? '; check ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL and ANTHROPIC_MODEL'
        : ''
      log.warn({ reason, forMs }, `${message}; it is asked nothing for a while${check}`)
    },
  })
  let isAnnounced = false
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    const { origin } = new URL(baseUrl ?? ANTHROPIC_URL)
    log.info({ model, url: origin }, 'Claude is asked: texts of users are sent there')
  }

  return {
    /** Answers within the time limit; failures of the provider are returned, not thrown. */
    async ask<T>({ schema, signal, ...prompt }: ClaudeQuestion<T>): Promise<ClaudeAnswer<T>> {
      announce()
      const limits = {
        signal: AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]),
        timeoutMs: timeoutMs ?? TIMEOUT_MS,
      }
      const read = (text: string) => schema.safeParse(JSON.parse(text)).data
      try {
        const answer = await breaker.run(async () =>
          provider.generate({ ...prompt, ...limits, key, schema, read }),
        )
        return answer === undefined ? { failure: CIRCUIT_OPEN } : { value: answer.value }
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        const { reason, message } = error
        return { failure: { reason, message } }
      }
    },
    /** Whether the circuit is open, so that a question would fail at once. */
    isPaused: breaker.isOpen,
    /** Aborts requests in flight. */
    close: (): void => closing.abort(),
  }
}
export type Claude = ReturnType<typeof createClaude>

function openMs({ reason, status, retryAfterMs }: ProviderFailure): number {
  if (ANSWERED.has(reason)) return 0
  if (SETTINGS.has(status)) return SETTINGS_OPEN_MS
  return Math.min(MAX_OPEN_MS, retryAfterMs ?? USUAL_OPEN_MS)
}
