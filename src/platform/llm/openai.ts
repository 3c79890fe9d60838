import OpenAI, { APIConnectionError, APIError } from 'openai'
import { z } from 'zod'
import { errorDetailsOf } from './failure.ts'
import { withIsolatedEnvironment } from './isolated-environment.ts'
import {
  createProvider,
  type Completion,
  type FinishReason,
  type Provider,
  type ProviderOptions,
} from './provider.ts'

const DEFAULT_BASE_URL = 'https://api.openai.com/v1'

/** The `error` of an error response or stream event. Compatible servers may send a string, or a number as code. */
const ErrorBody = z.union([
  z.string().transform(() => ''),
  z
    .object({ code: z.union([z.string(), z.number()]).nullish(), type: z.string().nullish() })
    .transform(({ code, type }) => String(code ?? type ?? '')),
])
const Models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) })
const Usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int() })
const ChatCompletion = z.object({
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

/** OpenAI and compatible servers through chat completions. */
export function createOpenAiProvider({ baseUrl = DEFAULT_BASE_URL, model }: ProviderOptions): Provider {
  const open = (apiKey: string): OpenAI =>
    withIsolatedEnvironment(
      ['OPENAI_'],
      () =>
        new OpenAI({
          apiKey,
          organization: null,
          project: null,
          webhookSecret: null,
          adminAPIKey: null,
          baseURL: baseUrl,
          maxRetries: 0,
          logLevel: 'off',
          // A redirect would send the key to another host.
          fetchOptions: { redirect: 'error' },
        }),
    )
  return createProvider({
    name: 'provider_b',
    model,
    list: async (key, signal) => Models.parse(await open(key).models.list({ signal })),
    async complete({ key, system, content, maxTokens, signal, onText }) {
      const { completions } = open(key).chat
      const messages = [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content },
      ]
      const body = { model, max_completion_tokens: maxTokens, messages }
      if (onText === undefined) return completionOf(await completions.create(body, { signal }))
      const streamed = { ...body, stream: true as const, stream_options: { include_usage: true } }
      return collectStream(await completions.create(streamed, { signal }), onText)
    },
    classify(error) {
      if (error instanceof APIConnectionError) return { reason: 'unreachable' }
      return error instanceof APIError ? errorDetailsOf(error, ErrorBody) : undefined
    },
  })
}

/** A stream that breaks off has no finish reason. */
function finishReasonOf(reason: string | null | undefined, isRefused: boolean): FinishReason {
  if (isRefused || reason === 'content_filter') return 'refused'
  if (reason === 'length') return 'truncated'
  return reason === 'stop' ? 'complete' : 'unusable'
}

const usageOf = ({ prompt_tokens, completion_tokens }: z.infer<typeof Usage>) => ({
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
})

function completionOf(completion: unknown): Completion {
  const { choices, usage } = ChatCompletion.parse(completion)
  const { message, finish_reason: reason } = choices[0] ?? { message: {} }
  const end = finishReasonOf(reason, typeof message.refusal === 'string')
  return { text: message.content ?? '', end, usage: usageOf(usage) }
}

async function collectStream(
  chunks: AsyncIterable<unknown>,
  onText: (piece: string) => void,
): Promise<Completion> {
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
  return { text, end: finishReasonOf(reason, isRefused), usage: usageOf(Usage.parse(usage)) }
}
