import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
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

/** The body of an error response, and the data of an error event in a stream. */
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

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  refusal: 'refused',
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
}

/** Claude through the Messages API. */
export function createAnthropicProvider({ baseUrl, model }: ProviderOptions): Provider {
  const open = (apiKey: string): Anthropic =>
    withIsolatedEnvironment(
      ['ANTHROPIC_'],
      () =>
        new Anthropic({
          apiKey,
          authToken: null,
          baseURL: baseUrl ?? null,
          maxRetries: 0,
          logLevel: 'off',
          openTelemetry: false,
          // A redirect would send the key to another host.
          fetchOptions: { redirect: 'error' },
        }),
    )
  return createProvider({
    name: 'provider_a',
    model,
    list: async (key, signal) => Models.parse(await open(key).models.list({ limit: 1 }, { signal })),
    async complete({ key, system, content, maxTokens: max_tokens, schema, signal, onText }) {
      const { messages } = open(key)
      const format = schema && { output_config: { format: formatOf(schema) } }
      const body = { model, max_tokens, system, messages: [{ role: 'user' as const, content }], ...format }
      if (onText === undefined) return completionOf(await messages.create(body, { signal }))
      const stream = messages.stream(body, { signal })
      stream.on('text', onText)
      return completionOf(await stream.finalMessage())
    },
    classify(error) {
      if (error instanceof APIConnectionError) return { reason: 'unreachable' }
      return error instanceof APIError ? errorDetailsOf(error, ErrorBody) : undefined
    },
  })
}

function formatOf(schema: z.ZodType) {
  const { type, schema: jsonSchema } = zodOutputFormat(schema)
  return { type, schema: jsonSchema }
}

function completionOf(message: unknown): Completion {
  const { stop_reason: reason, content, usage } = Message.parse(message)
  return {
    text: content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    end: FINISH_REASONS[reason ?? ''] ?? 'unusable',
    usage: {
      inputTokens:
        usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
    },
  }
}
