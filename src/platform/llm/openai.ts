import type { ClientOptions } from 'openai'
import { z } from 'zod'
import { withoutVariables } from '../without-variables.ts'
import {
  createProvider,
  refusalOf,
  wholeAnswer,
  type End,
  type Provider,
  type ProviderOptions,
  type Request,
} from './provider.ts'

const NAME = 'provider_b'
const DEFAULT_BASE_URL = 'https://api.openai.com/v1'

/** What the SDK takes out of the body of a refusal, or of an error event in a stream: servers like OpenAI say less, or numbers. */
const ErrorBody = z.union([
  z.string().transform(() => ''),
  z
    .object({ code: z.union([z.string(), z.number()]).nullish(), type: z.string().nullish() })
    .transform(({ code, type }) => String(code ?? type ?? '')),
])
const Models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) })
const Usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int() })
const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: Usage,
})
const Chunk = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: Usage.nullish(),
})

/**
 * Chat completions, which OpenAI and every server that is like it understand. The SDK is loaded at the first use.
 */
export function createOpenAiProvider({ baseUrl = DEFAULT_BASE_URL, model }: ProviderOptions): Provider {
  const open = async (apiKey: string) => {
    const { default: Client } = await import('openai')
    const none = { organization: null, project: null, webhookSecret: null, adminAPIKey: null }
    const options: ClientOptions = {
      apiKey,
      ...none,
      baseURL: baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      // A redirect would take the key elsewhere.
      fetchOptions: { redirect: 'error' },
    }
    return withoutVariables(['OPENAI_'], () => new Client(options))
  }
  return createProvider({
    name: NAME,
    model,
    list: async (key, signal) => Models.parse(await (await open(key)).models.list({ signal })),
    async complete(request) {
      const { completions } = (await open(request.key)).chat
      const { signal, onText } = request
      const body = bodyOf(model, request)
      if (onText === undefined) return wholeAnswer(NAME, answerOf(await completions.create(body, { signal })))
      const options = { ...body, stream: true as const, stream_options: { include_usage: true } }
      return wholeAnswer(NAME, await collected(await completions.create(options, { signal }), onText))
    },
    async judge(error) {
      const { APIConnectionError, APIError } = await import('openai')
      if (error instanceof APIConnectionError) return { reason: 'unreachable' }
      return error instanceof APIError ? refusalOf(error, ErrorBody) : undefined
    },
  })
}

function bodyOf(model: string, { system, content, maxTokens }: Request) {
  return {
    model,
    max_completion_tokens: maxTokens,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content },
    ],
  }
}

/** A stream that breaks off says no reason for its end. */
function endOf(reason: string | null | undefined, isRefused: boolean): End {
  if (isRefused || reason === 'content_filter') return 'refused'
  if (reason === 'length') return 'cut'
  return reason === 'stop' ? 'whole' : 'broken'
}

const usageOf = ({ prompt_tokens, completion_tokens }: z.infer<typeof Usage>) => ({
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
})

function answerOf(completion: unknown) {
  const { choices, usage } = Completion.parse(completion)
  const { message, finish_reason: reason } = choices[0] ?? { message: {} }
  const end = endOf(reason, typeof message.refusal === 'string')
  return { text: message.content ?? '', end, usage: usageOf(usage) }
}

async function collected(chunks: AsyncIterable<unknown>, onText: (piece: string) => void) {
  let [text, reason, isRefused] = ['', undefined as string | undefined, false]
  let usage: z.infer<typeof Usage> | undefined
  for await (const chunk of chunks) {
    const { choices, usage: counted } = Chunk.parse(chunk)
    usage = counted ?? usage
    for (const { delta, finish_reason } of choices) {
      reason = finish_reason ?? reason
      isRefused ||= typeof delta.refusal === 'string'
      if (typeof delta.content !== 'string' || delta.content === '') continue
      text += delta.content
      onText(delta.content)
    }
  }
  return { text, end: endOf(reason, isRefused), usage: usageOf(Usage.parse(usage)) }
}
