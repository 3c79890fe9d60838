import type { Services } from '../../app/services.ts'
import type { Declared } from '../../platform/http/endpoint.ts'

type EndpointsOf<F> = F extends { endpoints: readonly (infer E)[] } ? E : never
type WireOf<E> = E extends Declared<infer W> ? W : never
type Wires = WireOf<EndpointsOf<Services[keyof Services]>>

/** The routes of all declared endpoints. */
export type Route = Wires['route']
type Wire<R extends Route> = Extract<Wires, { route: R }>

/** What an endpoint answers when it succeeds. */
export type Result<R extends Route> = Wire<R>['result']

/** Query values as they are written: numbers and booleans become text. */
type Written<Q> = {
  [Name in keyof Q]: Q[Name] | (string extends Q[Name] ? number : never) | boolean | undefined
}

type KeysOf<T> = T extends unknown ? keyof T : never
/** Nothing where an endpoint takes nothing. */
type Given<Name extends string, T> = unknown extends T
  ? Record<never, never>
  : KeysOf<T> extends never
    ? Record<never, never>
    : Record<Name, T>

/** What a request to an endpoint says. */
export type Input<R extends Route> = Given<'params', Wire<R>['params']> &
  Partial<Given<'query', Written<Wire<R>['query']>>> &
  Given<'body', Wire<R>['body']>
