import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { away, verdict, verdictOf, type Verdict } from './failure.ts'
import { withoutVariables } from '../without-variables.ts'

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

/** Where Claude is, and who asks. */
export type Access = NonNullable<Config['anthropic']> & Readonly<{ log: Logger }>
/** Brings the SDK's code. */
export type Load = typeof loadSdk
export type Sdk = Awaited<ReturnType<typeof openSdk>>

const Message = z.object({
  stop_reason: z.string().nullable(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
})

/** Loads the code of the SDK, 30 MB of memory. */
export async function loadSdk() {
  const [{ default: Client, APIConnectionError, APIError }, { zodOutputFormat }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/helpers/zod'),
  ])
  return { Client, APIConnectionError, APIError, zodOutputFormat }
}

/** The SDK, with what the configuration says and nothing of the environment. */
export async function openSdk({ apiKey, baseUrl, model, log }: Access, load: Load) {
  const { Client, APIConnectionError, APIError, zodOutputFormat } = await load()
  const client = withoutVariables(
    ['ANTHROPIC_'],
    () =>
      new Client({
        apiKey,
        // Null rather than nothing, which would have it look into the environment.
        baseURL: baseUrl ?? null,
        maxRetries: 0,
        logLevel: 'off',
        openTelemetry: false,
        // A redirect would take what the user wrote elsewhere.
        fetchOptions: { redirect: 'error' },
      }),
  )
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

/** The value that a message holds, or why it holds none. */
export function valueOf<T>(answer: unknown, schema: z.ZodType<T>): { value: T } | Verdict {
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
