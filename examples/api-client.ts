import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { OperatorError } from '../src/platform/operator-error.ts'

/** An answer of the service: its status and its parsed JSON body, `undefined` when it has none. */
export type Answer = Readonly<{ status: number; body: unknown }>

/**
 * Sends one request below `/api/v1`, patiently: 429 and 503 are repeated when the service says when. A try that was
 * answered 503 may have been carried out all the same; where that would do it twice, `isDone` looks before a repetition.
 */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  isDone?: () => Promise<boolean>,
) => Promise<Answer>

type Options = Readonly<{
  /** Where the service is, without `/api/v1`. */
  url: string
  apiKey: string
  /** A certificate to trust besides the usual ones, in PEM. */
  ca: string | undefined
  say: (message: string) => void
}>

const attempts = 5
const longestWaitSeconds = 60
const timeoutMs = 30_000

const ErrorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
  details: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
})

/** A client of the REST API; `close` ends its connections. */
export function createApiClient({ url, apiKey, ca, say }: Options) {
  const connect = ca === undefined ? {} : { ca: [...getCACertificates(), ca] }
  const dispatcher = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const base = `${url.replace(/\/+$/, '')}/api/v1`

  const once = async (method: string, path: string, body: unknown) => {
    const headers = {
      'X-API-Key': apiKey,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    }
    const payload = body === undefined ? null : JSON.stringify(body)
    try {
      const answer = await request(`${base}${path}`, { method, headers, body: payload, dispatcher })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    } catch (error) {
      throw new OperatorError(connectionProblem(url, error), { cause: error })
    }
  }

  const send: Send = async (method, path, body, isDone = async () => false) => {
    for (let attempt = 1; ; attempt += 1) {
      const { status, headers, text } = await once(method, path, body)
      const answer = { status, body: parseBody(text) }
      if (status === 401)
        throw new OperatorError(`${url} refuses the key in IDEAS_API_KEY: ${messageOf(answer)}`)
      const seconds = status === 429 || status === 503 ? retryAfterSeconds(headers['retry-after']) : undefined
      if (seconds === undefined) return answer
      const waited = `${messageOf(answer)}; the service asks to wait ${seconds} s`
      if (seconds > longestWaitSeconds || attempt === attempts) {
        throw new OperatorError(`${waited}: run this again then, it goes on where it stopped`)
      }
      say(`${waited} …`)
      await sleep(seconds * 1000)
      if (await isDone()) return { status: 201, body: undefined }
    }
  }

  return { send, close: () => dispatcher.close() }
}

/** The error for an answer that nothing can be made of. */
export function unexpected(what: string, answer: Answer): OperatorError {
  return new OperatorError(`${what}: ${messageOf(answer)} (${answer.status})`)
}

function messageOf({ status, body }: Answer): string {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return `the answer ${status} has no readable error`
  const details = parsed.data.details.map(({ path, message }) => `${path} ${message}`).join(', ')
  return details === '' ? parsed.data.error : `${parsed.data.error} (${details})`
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

function retryAfterSeconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

function connectionProblem(url: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/SELF_SIGNED|SIGNATURE|ISSUER|CERT_|ALTNAME/.test(code)) {
    return `${url} shows a certificate that is not trusted (${code}): name it with --ca FILE`
  }
  return `${url} cannot be reached (${code === '' ? message : code}): is the service running there?`
}
