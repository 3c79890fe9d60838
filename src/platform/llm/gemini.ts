import { ApiError, GoogleGenAI } from '@google/genai'
import { z } from 'zod'
import { reasonOf } from './failure.ts'
import { withIsolatedEnvironment } from './isolated-environment.ts'
import {
  createProvider,
  type Completion,
  type FinishReason,
  type Provider,
  type ProviderOptions,
  type Usage as TokenUsage,
} from './provider.ts'

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com'

const Models = z.object({ page: z.array(z.object({ name: z.string() })).min(1) })
const Usage = z.object({
  promptTokenCount: z.int(),
  candidatesTokenCount: z.int().default(0),
  thoughtsTokenCount: z.int().default(0),
})
const Answer = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z
              .array(z.object({ text: z.string().optional(), thought: z.boolean().optional() }))
              .default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: Usage.optional(),
})
type Answer = z.infer<typeof Answer>

/** The body of an error response, which the SDK uses as its error's message. */
const ErrorBody = z.object({
  error: z.object({
    status: z.string().regex(/^[A-Z_]+$/),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

/** Gemini through `generateContent`. */
export function createGeminiProvider({ baseUrl = DEFAULT_BASE_URL, model }: ProviderOptions): Provider {
  const open = (apiKey: string): GoogleGenAI =>
    withIsolatedEnvironment(
      ['GOOGLE_', 'GEMINI_'],
      () =>
        new GoogleGenAI({
          apiKey,
          vertexai: false,
          httpOptions: {
            baseUrl,
            apiVersion: 'v1beta',
            // A redirect would send the key to another host.
            fetch: async (url, init) => fetch(url, { ...init, redirect: 'error' }),
          },
        }),
    )
  return createProvider({
    name: 'provider_c',
    model,
    list: async (key, abortSignal) =>
      Models.parse(await open(key).models.list({ config: { pageSize: 1, abortSignal } })),
    async complete({ key, system, content, maxTokens, signal, onText }) {
      const { models } = open(key)
      const config = { systemInstruction: system, maxOutputTokens: maxTokens, abortSignal: signal }
      const parameters = { model, contents: content, config }
      if (onText === undefined) return completionOf(await models.generateContent(parameters))
      return collectStream(await models.generateContentStream(parameters), onText)
    },
    classify(error) {
      if (error instanceof ApiError) {
        const { status } = error
        const reasons = reasonsIn(error.message)
        // Gemini answers 400 for an invalid key.
        if (status === 400 && reasons?.includes('API_KEY_INVALID') === true)
          return { reason: 'bad_key', status }
        return { reason: reasonOf(status, reasons !== undefined), status }
      }
      return error instanceof TypeError && /^(fetch failed|terminated)$/i.test(error.message)
        ? { reason: 'unreachable' }
        : undefined
    },
  })
}

function textOf({ candidates }: Answer): string {
  const parts = candidates[0]?.content?.parts ?? []
  return parts.map(({ text = '', thought = false }) => (thought ? '' : text)).join('')
}

/** The reasons in the body of an error response; undefined if it is not from the provider. */
function reasonsIn(message: string): string[] | undefined {
  const body = ErrorBody.safeParse(parsed(message))
  return body.data?.error.details.flatMap(({ reason }) => reason ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Any finish reason but STOP, MAX_TOKENS and malformed output counts as a refusal. */
function finishReasonOf(reason: string | undefined, feedback: Answer['promptFeedback']): FinishReason {
  if (feedback?.blockReason !== undefined) return 'refused'
  if (reason === 'MAX_TOKENS') return 'truncated'
  if (reason === undefined || reason === 'MALFORMED_RESPONSE') return 'unusable'
  return reason === 'STOP' ? 'complete' : 'refused'
}

function usageOf(usage: z.infer<typeof Usage> | undefined): TokenUsage {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = Usage.parse(usage)
  return { inputTokens: promptTokenCount, outputTokens: candidatesTokenCount + thoughtsTokenCount }
}

function completionOf(answer: unknown): Completion {
  const whole = Answer.parse(answer)
  return {
    text: textOf(whole),
    end: finishReasonOf(whole.candidates[0]?.finishReason, whole.promptFeedback),
    usage: usageOf(whole.usageMetadata),
  }
}

async function collectStream(
  answers: AsyncIterable<unknown>,
  onText: (piece: string) => void,
): Promise<Completion> {
  let text = ''
  let last: Answer = { candidates: [] }
  let reason: string | undefined
  for await (const answer of answers) {
    last = Answer.parse(answer)
    reason = last.candidates[0]?.finishReason ?? reason
    const piece = textOf(last)
    if (piece === '') continue
    text += piece
    onText(piece)
  }
  return { text, end: finishReasonOf(reason, last.promptFeedback), usage: usageOf(last.usageMetadata) }
}
