import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { away, slow, verdict, verdictOf, type Failure, type Verdict } from './failure.ts'

/** A question with the shape of its answer. */
export type Question<T> = Readonly<{
  /** What is to be done. */
  system: string
  /** What it is to be done with: data, which must not be taken for instructions. */
  content: string
  /** Of objects, lists, texts, numbers and enums; what the API cannot hold the model to, this does. */
  schema: z.ZodType<T>
  /** Tokens of the answer, together with those that the model thinks. */
  maxTokens: number
  signal?: AbortSignal
}>

/** A value of the question's schema, or why there is none. */
export type Answer<T> = Readonly<{ value: T; failure?: undefined } | { value?: undefined; failure: Failure }>

/** Claude, as the features see it. */
export type Anthropic = Readonly<{
  /** Never throws for what the other side does, and answers in time whatever that does. */
  ask<T>(question: Question<T>): Promise<Answer<T>>
  /** Ends what is under way. */
  close(): void
}>

type Options = NonNullable<Config['anthropic']> &
  Readonly<{ log: Logger; clock: () => number; timeoutMs?: number }>

const TIMEOUT_MS = 15_000
const PAUSE_MS = 400

const Message = z.object({
  stop_reason: z.string().nullable(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
})

/**
 * Asks Claude by the SDK, which is loaded at the first question: whoever has no key saves 30 MB. A question that fails for a
 * passing reason is asked once more within its time. After a failure that says something of the next questions, too, none
 * is asked for a while, so that no work waits for one that does not answer.
 */
export function createAnthropic(options: Options): Anthropic {
  const { log, clock, timeoutMs = TIMEOUT_MS } = options
  const closing = new AbortController()
  let opened: Promise<Sdk> | undefined
  let restsUntil = 0

  const rest = ({ failure, restMs }: Verdict): void => {
    if (restMs === 0 || clock() < restsUntil) return
    restsUntil = clock() + restMs
    log.warn({ reason: failure.reason, restMs }, `${failure.message}; it is asked nothing for a while`)
  }

  const attempt = async <T>(question: Question<T>, time: Time): Promise<{ value: T } | Verdict> => {
    opened ??= open(options)
    const sdk = await opened
    const send = sdk.prepare(question)
    try {
      return valueOf(await withinTime(send(time.signal), time.signal), question.schema)
    } catch (error) {
      if (time.timeout.aborted) return slow(timeoutMs)
      if (time.signal.aborted) return verdict('cancelled', 'is no longer asked')
      return sdk.judge(error, clock())
    }
  }

  return {
    async ask(question) {
      if (clock() < restsUntil) {
        return { failure: { reason: 'resting', message: 'Claude is asked nothing for a while' } }
      }
      const timeout = AbortSignal.timeout(timeoutMs)
      const { signal: given } = question
      const signals = [timeout, closing.signal, ...(given === undefined ? [] : [given])]
      const time = { timeout, signal: AbortSignal.any(signals) }
      let answer = await attempt(question, time)
      if ('again' in answer && answer.again) {
        await sleep(PAUSE_MS, undefined, { signal: time.signal }).catch(() => undefined)
        answer = await attempt(question, time)
      }
      if ('value' in answer) return answer
      rest(answer)
      return { failure: answer.failure }
    },
    close: () => closing.abort(),
  }
}

type Time = Readonly<{ timeout: AbortSignal; signal: AbortSignal }>
type Sdk = Awaited<ReturnType<typeof open>>

async function open({ apiKey, baseUrl, model, log }: Options) {
  const [{ default: Client, APIConnectionError, APIError }, { zodOutputFormat }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/helpers/zod'),
  ])
  const client = new Client({
    apiKey,
    // Null rather than nothing, which would have it look into the environment.
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    // A redirect would take what the user wrote elsewhere.
    fetchOptions: { redirect: 'error' },
  })
  log.info({ model, url: new URL(client.baseURL).origin }, 'Claude is asked; what users write goes there')
  return {
    /** @throws Error when the schema is none that the API understands */
    prepare<T>({ system, content, schema, maxTokens }: Question<T>) {
      const format = zodOutputFormat(schema)
      const body = {
        model,
        max_tokens: maxTokens,
        system,
        messages: [{ role: 'user' as const, content }],
        output_config: { format: { type: format.type, schema: format.schema } },
      }
      return async (signal: AbortSignal): Promise<unknown> => client.messages.create(body, { signal })
    },
    judge(error: unknown, now: number): Verdict {
      if (error instanceof APIConnectionError) return away('cannot be reached')
      if (error instanceof APIError && typeof error.status === 'number') {
        return verdictOf(error.status, error.headers?.get('retry-after') ?? null, now)
      }
      // An answer that breaks off or is not what its headers say.
      return verdict('nonsense', 'answered something that cannot be read')
    },
  }
}

/** The SDK ends its requests by the signal; whoever waits does not depend on that. */
async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}

function valueOf<T>(answer: unknown, schema: z.ZodType<T>): { value: T } | Verdict {
  const message = Message.safeParse(answer)
  if (!message.success) return verdict('nonsense', 'answered something that is no message')
  const { stop_reason: reason, content } = message.data
  if (reason === 'refusal') return verdict('refused', 'would not answer')
  if (reason === 'max_tokens') return verdict('nonsense', 'did not come to an end')
  const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
  const value = schema.safeParse(parsed(text))
  return value.success ? { value: value.data } : verdict('nonsense', 'answered something else')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
