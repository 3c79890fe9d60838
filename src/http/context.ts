import type { DefaultState, ParameterizedContext } from 'koa'
import type { Admitted } from '../admission/admission.ts'

/** What the middleware of one request hands on. */
export type State = DefaultState & {
  requestId: string
  endpointId?: string
  admitted?: Admitted
}

export type Context = ParameterizedContext<State>
