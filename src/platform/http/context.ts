import type { DefaultState, ParameterizedContext } from 'koa'
import type { Authenticated } from '../auth/authenticator.ts'

/** The state of a request. */
export type State = DefaultState & {
  requestId: string
  endpointId?: string
  authenticated?: Authenticated
  /** Logs an error and returns the error body for the client; for responses that have already begun. */
  failed: (error: unknown) => unknown
}

export type Context = ParameterizedContext<State>
