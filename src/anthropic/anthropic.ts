import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { within } from '../within.ts'
import { slow, unloadable, verdict, type Failure, type Verdict } from './failure.ts'
import { createRest } from './rest.ts'
import { loadSdk, openSdk, valueOf, type Load, type Question, type Sdk } from './sdk.ts'

/** A value of the question's schema, or why there is none. */
export type Answer<T> = Readonly<{ value: T; failure?: undefined } | { value?: undefined; failure: Failure }>

/** Claude, as the features see it. */
export type Anthropic = Readonly<{
  /** Never throws for what the other side does, and answers in time whatever that does. */
  ask<T>(question: Question<T>): Promise<Answer<T>>
  /** Whether it is asked nothing now: a question would be answered `resting` at once. */
  isResting(): boolean
  /** Ends what is under way. */
  close(): void
}>

type Options = NonNullable<Config['anthropic']> &
  Readonly<{ log: Logger; clock: () => number; timeoutMs?: number | undefined; load?: Load }>
type Time = Readonly<{ timeout: AbortSignal; signal: AbortSignal }>

const TIMEOUT_MS = 15_000
const PAUSE_MS = 400

/**
 * Asks Claude by the SDK, which is loaded at the first question: whoever has no key saves its memory. A question that fails
 * for a passing reason is asked once more within its time. After a failure that says something of the next questions, too,
 * none is asked for a while, so that no work waits for one that does not answer.
 */
export function createAnthropic(options: Options): Anthropic {
  const { log, clock, timeoutMs = TIMEOUT_MS, load = loadSdk } = options
  const closing = new AbortController()
  const rest = createRest(log, clock)
  let opened: Promise<Sdk> | undefined

  const sdk = async (): Promise<Sdk> => {
    const opening = (opened ??= openSdk(options, load))
    // Whoever comes next tries again.
    opening.catch(() => (opened = opened === opening ? undefined : opened))
    return opening
  }

  const ended = ({ timeout }: Time): Verdict =>
    timeout.aborted ? slow(timeoutMs) : verdict('cancelled', 'is no longer asked')

  const attempt = async <T>(question: Question<T>, time: Time): Promise<{ value: T } | Verdict> => {
    const { signal } = time
    if (signal.aborted) return ended(time)
    const ready = await within(sdk(), signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the SDK of Claude cannot be loaded')
    })
    if (signal.aborted) return ended(time)
    if (ready === undefined) return unloadable()
    const send = ready.prepare(question)
    try {
      return valueOf(await within(send(signal), signal), question.schema)
    } catch (error) {
      return signal.aborted ? ended(time) : ready.judge(error, clock())
    }
  }

  const twice = async <T>(question: Question<T>): Promise<{ value: T } | Verdict> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const { signal: given } = question
    const signals = [timeout, closing.signal, ...(given === undefined ? [] : [given])]
    const time = { timeout, signal: AbortSignal.any(signals) }
    const answer = await attempt(question, time)
    if (!('again' in answer && answer.again)) return answer
    await sleep(PAUSE_MS, undefined, { signal: time.signal }).catch(() => undefined)
    return timeout.aborted ? answer : attempt(question, time)
  }

  return {
    async ask(question) {
      const answer = await rest.unless(async () => twice(question))
      if (answer === undefined) {
        return { failure: { reason: 'resting', message: 'Claude is asked nothing for a while' } }
      }
      return 'value' in answer ? answer : { failure: answer.failure }
    },
    isResting: rest.isOn,
    close: () => closing.abort(),
  }
}
