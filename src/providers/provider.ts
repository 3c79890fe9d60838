import { z } from 'zod'
import { within } from '../within.ts'

/** The providers of language models, as the API names them, in the order in which they are tried. */
export const ProviderName = z.enum(['provider_a', 'provider_b', 'provider_c'])
export type ProviderName = z.infer<typeof ProviderName>

/** What people call them. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  provider_a: 'Anthropic',
  provider_b: 'OpenAI',
  provider_c: 'Google Gemini',
}

/** Tokens that a provider charges. */
export type Usage = Readonly<{ inputTokens: number; outputTokens: number }>

/** What is asked of a model. */
export type Request = Readonly<{
  /** The user's key for the provider. */
  key: string
  /** What is to be done. */
  system: string
  /** What it is to be done with: data. */
  content: string
  /** Tokens of the answer at most, with those that the model thinks. */
  maxTokens: number
  signal: AbortSignal
  /** Takes the answer piece by piece as it comes; without it the answer comes at once. */
  onText?: (piece: string) => void
}>

/** A whole answer. */
export type Generated = Readonly<{ text: string; usage: Usage }>

/** A provider of language models, by a key that each user brings. Nothing of a key or of what the provider says is logged. */
export type Provider = Readonly<{
  name: ProviderName
  title: string
  model: string
  /** Whether a key is good, by the list of models, which costs no tokens. @throws ProviderFailure when it cannot tell */
  check: (key: string, signal: AbortSignal) => Promise<boolean>
  /** @throws ProviderFailure */
  generate: (request: Request) => Promise<Generated>
}>

/** Why a provider gave no answer. */
export type FailureReason =
  'bad_key' | 'rate_limited' | 'failed' | 'unreachable' | 'refused' | 'cut' | 'nonsense' | 'aborted'

/** In words for users; what a provider itself says is shown to nobody, because it may repeat the key or the text. */
const SENTENCES: Readonly<Record<FailureReason, string>> = {
  bad_key: 'does not accept the key',
  rate_limited: 'takes no more requests with this key for now',
  failed: 'answered with an error',
  unreachable: 'cannot be reached',
  refused: 'would not answer',
  cut: 'did not come to an end',
  nonsense: 'answered something that cannot be used',
  aborted: 'is no longer asked',
}

/** A provider that gave no answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly reason: FailureReason
  /** The status of the provider's answer, if it was one. */
  readonly status: number | undefined

  constructor(title: string, reason: FailureReason, status?: number) {
    super(`${title} ${SENTENCES[reason]}`)
    this.reason = reason
    this.status = status
  }

  /** Whether the same may work a moment later. */
  get mayPass(): boolean {
    const passing =
      this.status === undefined || this.status >= 500 || this.status === 408 || this.status === 409
    return (
      this.reason === 'unreachable' || this.reason === 'nonsense' || (this.reason === 'failed' && passing)
    )
  }
}

/** How an answer ended: by itself, at its greatest length, in the middle, or because the provider would not go on. */
export type End = 'whole' | 'cut' | 'broken' | 'refused'

/** An answer as it came. */
export type Ended = Generated & Readonly<{ end: End }>

/** What the status of a refusal means; only a provider's own 401 and 403 say something of the key, not those of a proxy. */
export function reasonOf(status: number, isOfProvider: boolean): FailureReason {
  if ((status === 401 || status === 403) && isOfProvider) return 'bad_key'
  return status === 429 ? 'rate_limited' : 'failed'
}

/** What providers call it that is not about the key, though its status is 403. */
const ELSEWHERE: ReadonlySet<string> = new Set(['model_not_found', 'unsupported_country_region_territory'])
/** Of errors in the middle of a stream, which have no status. */
const KINDS: Readonly<Record<string, FailureReason>> = {
  authentication_error: 'bad_key',
  invalid_api_key: 'bad_key',
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  insufficient_quota: 'rate_limited',
}

/** What an error of an SDK means that holds a provider's answer, by its status and by the name that its body gives it. */
export function refusalOf(
  { status, error }: Readonly<{ status: number | undefined; error: unknown }>,
  body: z.ZodType<string>,
): Readonly<{ reason: FailureReason; status?: number }> {
  const { data: kind } = body.safeParse(error)
  if (status === undefined) return { reason: KINDS[kind ?? ''] ?? 'failed' }
  if (kind !== undefined && ELSEWHERE.has(kind)) return { reason: 'failed', status }
  return { reason: reasonOf(status, kind !== undefined), status }
}

/** Where a provider is (undefined: where its SDK says), and which of its models is asked. */
export type ProviderOptions = Readonly<{ baseUrl: string | undefined; model: string }>

/** What a provider's SDK is used for; it may throw whatever it throws. */
export type Adapter = Pick<Provider, 'name' | 'model'> &
  Readonly<{
    /** Asks for the list of models. @throws anything when it is none, such as the page of a proxy */
    list: (key: string, signal: AbortSignal) => Promise<unknown>
    complete: (request: Request) => Promise<Generated>
    /** What an error of the SDK means; nothing when it is none of the SDK. */
    judge: (error: unknown) => Promise<Readonly<{ reason: FailureReason; status?: number }> | undefined>
  }>

/** A provider by its SDK: whatever goes wrong ends as a {@link ProviderFailure}, at the latest when the signal says so. */
export function createProvider({ name, model, list, complete, judge }: Adapter): Provider {
  const title = PROVIDER_TITLES[name]
  const attempt = async <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    // Whatever is still under way when it has failed ends with it: it may cost.
    const over = new AbortController()
    try {
      return await within(work(AbortSignal.any([signal, over.signal])), signal)
    } catch (error) {
      if (error instanceof ProviderFailure) throw error
      if (signal.aborted) throw new ProviderFailure(title, 'aborted')
      const { reason, status } = (await judge(error)) ?? { reason: 'nonsense' as const, status: undefined }
      throw new ProviderFailure(title, reason, status)
    } finally {
      over.abort()
    }
  }
  return {
    name,
    title,
    model,
    async check(key, signal) {
      try {
        await attempt(async (either) => list(key, either), signal)
        return true
      } catch (error) {
        if (error instanceof ProviderFailure && error.reason === 'bad_key') return false
        throw error
      }
    },
    generate: async (request) => attempt(async (signal) => complete({ ...request, signal }), request.signal),
  }
}

/** An answer that came whole, or a failure in its place. @throws ProviderFailure */
export function wholeAnswer(name: ProviderName, { text, end, usage }: Ended): Generated {
  const title = PROVIDER_TITLES[name]
  if (end === 'refused') throw new ProviderFailure(title, 'refused')
  if (end === 'cut') throw new ProviderFailure(title, 'cut')
  if (end === 'broken' || text.trim() === '') throw new ProviderFailure(title, 'nonsense')
  return { text, usage }
}
