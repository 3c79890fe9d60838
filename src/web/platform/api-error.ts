/** What the service says against a request. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super([body.error, ...(body.details ?? []).map(({ path, message }) => `${path} ${message}`)].join(': '))
    this.status = status
    this.body = body
  }
}

/** The members of an error that pages use: the fields of a form, the equal idea, the ids of a cycle, the idea into which one was merged. */
export type ErrorBody = Readonly<{
  error: string
  details?: readonly { path: string; message: string }[]
  duplicate_of_id?: number
  cycle?: readonly number[]
  merged_into?: number | null
}>
