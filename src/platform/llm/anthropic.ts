import type { ClientOptions } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { withoutVariables } from '../without-variables.ts'
import {
  createProvider,
  refusalOf,
  wholeAnswer,
  type End,
  type Generated,
  type Provider,
  type ProviderOptions,
} from './provider.ts'

const NAME = 'provider_a'
/** The body of a refusal, and the data of an error event in a stream. */
const ErrorBody = z.object({ error: z.object({ type: z.string() }) }).transform(({ error }) => error.type)
const Models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) })
const Message = z.object({
  stop_reason: z.string().nullable(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z.object({
    input_tokens: z.int(),
    cache_creation_input_tokens: z.int().nullish(),
    cache_read_input_tokens: z.int().nullish(),
    output_tokens: z.int(),
  }),
})

const ENDS: Readonly<Record<string, End>> = {
  end_turn: 'whole',
  stop_sequence: 'whole',
  refusal: 'refused',
  max_tokens: 'cut',
  model_context_window_exceeded: 'cut',
}

/** Claude by the Messages API. The SDK is loaded at the first use. */
export function createAnthropicProvider({ baseUrl, model }: ProviderOptions): Provider {
  const open = async (apiKey: string) => {
    const { default: Client } = await import('@anthropic-ai/sdk')
    const options: ClientOptions = {
      apiKey,
      authToken: null,
      baseURL: baseUrl ?? null,
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
      // A redirect would take the key elsewhere.
      fetchOptions: { redirect: 'error' },
    }
    return withoutVariables(['ANTHROPIC_'], () => new Client(options))
  }
  return createProvider({
    name: NAME,
    model,
    list: async (key, signal) => Models.parse(await (await open(key)).models.list({ limit: 1 }, { signal })),
    async complete({ key, system, content, maxTokens: max_tokens, signal, onText }) {
      const client = await open(key)
      const body = { model, max_tokens, system, messages: [{ role: 'user' as const, content }] }
      if (onText === undefined) return answerOf(await client.messages.create(body, { signal }))
      const stream = client.messages.stream(body, { signal })
      stream.on('text', onText)
      return answerOf(await stream.finalMessage())
    },
    async judge(error) {
      const { APIConnectionError, APIError } = await import('@anthropic-ai/sdk')
      if (error instanceof APIConnectionError) return { reason: 'unreachable' }
      return error instanceof APIError ? refusalOf(error, ErrorBody) : undefined
    },
  })
}

function answerOf(message: unknown): Generated {
  const { stop_reason: reason, content, usage } = Message.parse(message)
  return wholeAnswer(NAME, {
    text: content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    end: ENDS[reason ?? ''] ?? 'broken',
    usage: {
      inputTokens:
        usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
    },
  })
}
