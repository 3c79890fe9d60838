import type { DefaultState, ParameterizedContext } from 'koa'
import type { Admitted } from '../admission/admission.ts'

/** What the middleware of one request hands on. */
export type State = DefaultState & {
  requestId: string
  endpointId?: string
  admitted?: Admitted
  /** Logs a failure as any other, and says what a client is told of it; for answers that have begun. */
  failed: (error: unknown) => unknown
}

export type Context = ParameterizedContext<State>
