import { z } from 'zod'
import { ApiError, EXIT, type ExitCode } from './errors.ts'
import { clockTime } from './output.ts'

/** An answer that is no success. */
export type Refused = Readonly<{
  status: number
  header: (name: string) => string | undefined
  body: unknown
}>

const Ids = z.array(z.number()).optional().catch(undefined)
const ErrorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
  details: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .default([])
    .catch([]),
  cycle: Ids,
  idea_ids: Ids,
  duplicate_of_id: z.number().optional().catch(undefined),
  relation_id: z.number().optional().catch(undefined),
  merged_into: z.number().optional().catch(undefined),
  absorbed_by: z.number().optional().catch(undefined),
  idea_id: z.number().optional().catch(undefined),
})
type ErrorBody = z.infer<typeof ErrorBody>

const CODES: Readonly<Record<number, ExitCode>> = {
  401: EXIT.refused,
  403: EXIT.refused,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
  503: EXIT.unreachable,
}

/** The error that tells a refusal in one line, with what to do about it. */
export function refusal({ status, header, body }: Refused): ApiError {
  const parsed = ErrorBody.safeParse(body)
  const text = parsed.success ? sentence(parsed.data) : `the answer ${status} has no readable error`
  return new ApiError(`${text}${advice(status, header)}`, CODES[status] ?? EXIT.failure, { status, body })
}

function sentence(body: ErrorBody): string {
  if (body.details.length > 0) {
    return body.details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  }
  const facts = [
    body.cycle?.join(' → '),
    body.idea_ids?.join(', '),
    body.duplicate_of_id === undefined ? undefined : `idea ${body.duplicate_of_id}`,
    body.relation_id === undefined ? undefined : `relation ${body.relation_id}`,
    body.idea_id === undefined ? undefined : `idea ${body.idea_id}`,
    body.absorbed_by === undefined ? undefined : `merged into idea ${body.absorbed_by}`,
    body.merged_into === undefined ? undefined : `merged into idea ${body.merged_into}`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? body.error : `${body.error}: ${facts.join('; ')}`
}

function advice(status: number, header: Refused['header']): string {
  if (status === 401) return ': sign in with `ideas login`, or set IDEAS_API_KEY'
  if (status === 429) return `: ${tryAgain(Number(header('retry-after')))}`
  const requestId = header('x-request-id')
  return status >= 500 && status !== 503 && requestId !== undefined ? ` (request ${requestId})` : ''
}

function tryAgain(seconds: number): string {
  if (!(seconds > 0)) return 'try again later'
  const at = new Date(Date.now() + seconds * 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `try again at ${clockTime(at)} (in ${wait})`
}
