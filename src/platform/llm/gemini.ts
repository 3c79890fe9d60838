import type { GenerateContentParameters, GoogleGenAIOptions } from '@google/genai'
import { z } from 'zod'
import { withoutVariables } from '../without-variables.ts'
import {
  createProvider,
  reasonOf,
  wholeAnswer,
  type End,
  type Ended,
  type Generated,
  type Provider,
  type ProviderOptions,
  type Request,
} from './provider.ts'

const NAME = 'provider_c'
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

/** The body of a refusal, which the SDK makes the message of its error. */
const ErrorBody = z.object({
  error: z.object({
    status: z.string().regex(/^[A-Z_]+$/),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

/** Gemini by `generateContent`. The SDK is loaded at the first use. */
export function createGeminiProvider({ baseUrl = DEFAULT_BASE_URL, model }: ProviderOptions): Provider {
  const open = async (apiKey: string) => {
    const { GoogleGenAI } = await import('@google/genai')
    const options: GoogleGenAIOptions = {
      apiKey,
      vertexai: false,
      httpOptions: {
        baseUrl,
        apiVersion: 'v1beta',
        // A redirect would take the key elsewhere.
        fetch: async (url, init) => fetch(url, { ...init, redirect: 'error' }),
      },
    }
    return withoutVariables(['GOOGLE_', 'GEMINI_'], () => new GoogleGenAI(options))
  }
  return createProvider({
    name: NAME,
    model,
    list: async (key, abortSignal) =>
      Models.parse(await (await open(key)).models.list({ config: { pageSize: 1, abortSignal } })),
    async complete(request) {
      const { models } = await open(request.key)
      const { onText } = request
      const parameters = parametersOf(model, request)
      if (onText === undefined) return wholeAnswer(NAME, partOf(await models.generateContent(parameters)))
      return wholeAnswer(NAME, await collected(await models.generateContentStream(parameters), onText))
    },
    async judge(error) {
      const { ApiError } = await import('@google/genai')
      if (error instanceof ApiError) {
        const reasons = reasonsIn(error.message)
        // A bad key is a bad request here.
        if (error.status === 400 && reasons?.includes('API_KEY_INVALID') === true)
          return { reason: 'bad_key', status: error.status }
        return { reason: reasonOf(error.status, reasons !== undefined), status: error.status }
      }
      return error instanceof TypeError && /^(fetch failed|terminated)$/i.test(error.message)
        ? { reason: 'unreachable' }
        : undefined
    },
  })
}

function parametersOf(
  model: string,
  { system, content, maxTokens, signal }: Request,
): GenerateContentParameters {
  return {
    model,
    contents: content,
    config: { systemInstruction: system, maxOutputTokens: maxTokens, abortSignal: signal },
  }
}

function textOf({ candidates }: Answer): string {
  const parts = candidates[0]?.content?.parts ?? []
  return parts.map(({ text = '', thought = false }) => (thought ? '' : text)).join('')
}

/** The reasons that the body of a refusal gives; nothing where it is no such body. */
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

/** Refused is whatever ends neither by itself nor for its length. */
function endOf(reason: string | undefined, feedback: Answer['promptFeedback']): End {
  if (feedback?.blockReason !== undefined) return 'refused'
  if (reason === 'MAX_TOKENS') return 'cut'
  if (reason === undefined || reason === 'MALFORMED_RESPONSE') return 'broken'
  return reason === 'STOP' ? 'whole' : 'refused'
}

function usageOf(usage: z.infer<typeof Usage> | undefined): Generated['usage'] {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = Usage.parse(usage)
  return { inputTokens: promptTokenCount, outputTokens: candidatesTokenCount + thoughtsTokenCount }
}

function partOf(answer: unknown): Ended {
  const whole = Answer.parse(answer)
  return {
    text: textOf(whole),
    end: endOf(whole.candidates[0]?.finishReason, whole.promptFeedback),
    usage: usageOf(whole.usageMetadata),
  }
}

async function collected(answers: AsyncIterable<unknown>, onText: (piece: string) => void): Promise<Ended> {
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
  return { text, end: endOf(reason, last.promptFeedback), usage: usageOf(last.usageMetadata) }
}
