import { z } from 'zod'
import { ApiError, EXIT, type ExitCode } from './errors.ts'

/** An error response. */
export type Refused = Readonly<{
  status: number
  header: (name: string) => string | undefined
  body: unknown
}>

/** Formats the ids that an error response carries beside its message. */
const FACTS: Readonly<Record<string, (...ids: number[]) => string>> = {
  cycle: (...ids) => ids.join(' → '),
  idea_ids: (...ids) => ids.join(', '),
  duplicate_of_id: (id) => `idea ${id}`,
  relation_id: (id) => `relation ${id}`,
  idea_id: (id) => `idea ${id}`,
  absorbed_by: (id) => `merged into idea ${id}`,
  merged_into: (id) => `merged into idea ${id}`,
}
const Fact = z.union([z.number(), z.array(z.number())])

const ErrorBody = z.looseObject({
  error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
  details: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .default([])
    .catch([]),
})

const CODES: Readonly<Record<number, ExitCode>> = {
  401: EXIT.refused,
  403: EXIT.refused,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
  503: EXIT.unreachable,
}

/** Converts an error response to an error with a one-line message and advice. */
export function refusal({ status, header, body }: Refused): ApiError {
  const parsed = ErrorBody.safeParse(body)
  const text = parsed.success ? sentence(parsed.data) : `the answer ${status} has no readable error`
  return new ApiError(`${text}${advice(status, header)}`, CODES[status] ?? EXIT.failure, { status, body })
}

function sentence({ error, details, ...others }: z.infer<typeof ErrorBody>): string {
  if (details.length > 0) {
    // Messages on query parameters begin with their name.
    const told = details.map(({ path, message }) =>
      message.startsWith(`${path} `) ? message : `${path} ${message}`.trim(),
    )
    return told.join('; ')
  }
  const facts = Object.entries(FACTS).flatMap(([name, tell]) => {
    const value = Fact.safeParse(others[name]).data
    return value === undefined ? [] : [tell(...[value].flat())]
  })
  return facts.length === 0 ? error : `${error}: ${facts.join('; ')}`
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
  return `try again at ${at.toLocaleTimeString('sv-SE', { timeStyle: 'short' })} (in ${wait})`
}
