import type { DefaultState, ParameterizedContext } from 'koa'
import type { Authenticated } from '../auth/authenticator.ts'
import type { Problem, ProblemCode } from '../problems.ts'

/** The state of a request. */
export type State = DefaultState & {
  requestId: string
  endpointId?: string
  authenticated?: Authenticated
  /** The challenge of a route in `WWW-Authenticate` (RFC 6750, 3), instead of that of the API. */
  challenge?: (code: ProblemCode) => string | undefined
  /** The problem behind an error, which is logged if the service is to blame. */
  problemOf: (error: unknown) => Problem
  /** Logs an error and returns the error body for the client; for responses that have already begun. */
  failed: (error: unknown) => unknown
}

export type Context = ParameterizedContext<State>
