import { once } from 'node:events'
import pRetry from 'p-retry'
import type { z } from 'zod'
import { ProviderFailure, type ErrorDetails } from './failure.ts'
import { PROVIDER_TITLES, type ProviderName } from './schema.ts'

/** The tokens that a provider charges for. */
export type Usage = Readonly<{ inputTokens: number; outputTokens: number }>

/** Limits of a request including its retry: a time-out in milliseconds, and a signal that aborts it. */
export type Limits = Readonly<{ signal: AbortSignal; timeoutMs: number }>

/** A prompt and a parser for its answer. */
export type Question<T> = Limits &
  Readonly<{
    key: string
    /** The system prompt. */
    system: string
    /** The user message: data, not instructions. */
    content: string
    /** Maximum number of tokens of the answer, reasoning included. */
    maxTokens: number
    /** The schema of a JSON answer, for providers that support structured output; `read` validates in any case. */
    schema?: z.ZodType
    /** Parses the answer; undefined if it is unusable. */
    read: (text: string) => T | undefined
    /** Whether to retry after an unusable answer, which costs tokens again. */
    retryUnusable?: boolean
    /** Receives the text as it streams; there is no retry after the first piece. */
    onText?: ((piece: string) => void) | undefined
  }>

/** A parsed answer. */
export type Generated<T> = Readonly<{ value: T; usage: Usage }>

/** The URL of a provider (undefined: the SDK's default) and the model. */
export type ProviderOptions = Readonly<{ baseUrl: string | undefined; model: string }>

/** A prompt as passed to an SDK. */
export type Prompt = Pick<
  Question<unknown>,
  'key' | 'system' | 'content' | 'maxTokens' | 'schema' | 'onText' | 'signal'
>

/** Why a completion ended. */
export type FinishReason = 'complete' | 'refused' | 'truncated' | 'unusable'

/** The text of a model's answer. */
export type Completion = Readonly<{ text: string; end: FinishReason; usage: Usage }>

/** An adapter of a provider's SDK; it may throw anything. */
export type Adapter = Readonly<{
  name: ProviderName
  model: string
  /** Lists the models. @throws anything when the response is not a list of models, such as a proxy's page */
  list: (key: string, signal: AbortSignal) => Promise<unknown>
  complete: (prompt: Prompt) => Promise<Completion>
  /** Interprets an error; undefined if it is not from the SDK. */
  classify: (error: unknown) => ErrorDetails | undefined
}>

/** The delay before the only retry. */
const PAUSE_MS = 400
/** The share of the time limit that must be left for a retry. */
const LEAST_LEFT = 1 / 12

/**
 * A provider of language models by its adapter: every error becomes a {@link ProviderFailure}, and the limits hold even if
 * the SDK does not return. Neither keys nor responses are logged.
 */
export function createProvider({ name, model, list, complete, classify }: Adapter) {
  const title = PROVIDER_TITLES[name]

  const attempt = async <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    // Aborts requests that outlive the attempt, because they may cost tokens.
    const over = new AbortController()
    const aborted = once(signal, 'abort', { signal: over.signal }).then((): never => {
      throw signal.reason
    })
    try {
      return await Promise.race([work(AbortSignal.any([signal, over.signal])), aborted])
    } catch (error) {
      if (error instanceof ProviderFailure || signal.aborted) throw error
      throw new ProviderFailure(title, classify(error) ?? { reason: 'unusable' })
    } finally {
      over.abort()
    }
  }

  /** Makes at most two attempts; the second only after a retryable failure and with enough time left. */
  const request = async <T>(
    limits: Limits,
    mayRetry: (failure: ProviderFailure) => boolean,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const timeout = AbortSignal.timeout(limits.timeoutMs)
    const signal = AbortSignal.any([limits.signal, timeout])
    const lastRetry = performance.now() + limits.timeoutMs * (1 - LEAST_LEFT) - PAUSE_MS
    try {
      return await pRetry(async () => attempt(work, signal), {
        retries: 1,
        minTimeout: PAUSE_MS,
        signal,
        shouldRetry: ({ error }) =>
          error instanceof ProviderFailure && mayRetry(error) && performance.now() < lastRetry,
      })
    } catch (error) {
      if (timeout.aborted) throw new ProviderFailure(title, { reason: 'timeout' })
      if (signal.aborted) throw new ProviderFailure(title, { reason: 'aborted' })
      throw error
    }
  }

  return {
    name,
    model,
    /** Checks a key by listing the models, which costs no tokens. @throws ProviderFailure when there is no clear answer */
    async check(key: string, limits: Limits): Promise<boolean> {
      try {
        await request(
          limits,
          ({ isTransient }) => isTransient,
          async (signal) => list(key, signal),
        )
        return true
      } catch (error) {
        if (error instanceof ProviderFailure && error.reason === 'bad_key') return false
        throw error
      }
    },
    /** @throws ProviderFailure */
    async generate<T>(question: Question<T>): Promise<Generated<T>> {
      const { read, retryUnusable = false, onText, timeoutMs, signal: given, ...prompt } = question
      let hasStreamed = false
      const tell = (piece: string): void => {
        hasStreamed = true
        onText?.(piece)
      }
      const mayRetry = ({ isTransient, reason }: ProviderFailure): boolean =>
        !hasStreamed && (isTransient || (retryUnusable && reason === 'unusable'))
      return request({ signal: given, timeoutMs }, mayRetry, async (signal) => {
        const asked = { ...prompt, signal, onText: onText && tell }
        const { text, end, usage } = await complete(asked)
        const value = end === 'complete' ? read(text) : undefined
        if (value !== undefined) return { value, usage }
        throw new ProviderFailure(title, { reason: end === 'complete' ? 'unusable' : end })
      })
    },
  }
}
export type Provider = ReturnType<typeof createProvider>
