/** What the service says against a request. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    const details = (body.details ?? []).map(({ path, message }) => `${worded(path)} ${message}`)
    super([body.error, ...details].join(': '))
    this.status = status
    this.body = body
  }
}

/** The field at a path, as people read it: `add_tags.0` is "add tags". */
function worded(path: string): string {
  return path.replaceAll(/\.\d+/g, '').replaceAll('_', ' ')
}

/**
 * The members of an error that pages use: the fields of a form, the equal idea, the ids of a cycle, those of ideas that are not there, the
 * idea into which one was merged.
 */
export type ErrorBody = Readonly<{
  error: string
  details?: readonly { path: string; message: string }[]
  duplicate_of_id?: number
  cycle?: readonly number[]
  idea_ids?: readonly number[]
  merged_into?: number | null
}>
