import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Actor, Scope } from '../auth/actor.ts'
import type { Limited } from '../limits/admission.ts'
import type { Quota } from '../auth/authenticator.ts'
import type { ProblemCode } from '../problems.ts'

/** As a declared media type: any; a request body without a type counts as `application/octet-stream`. */
export const ANY_TYPE = '*/*'

/** A path parameter. A value that does not parse answers the problem `unknown`, or a validation error without one. */
export type PathParam<T = unknown> = Readonly<{
  schema: z.ZodType<T>
  unknown?: ProblemCode
  example: string
}>

/** Who may call: everybody, a credential with a scope, any credential (the feature checks further), or a session only. */
export type Access = 'public' | Scope | 'credential' | 'session'

/** The content codings of responses. */
export type Encoding = 'zstd' | 'gzip' | 'identity'

/** Request data that handlers may use beyond the declared input. */
export type RequestHeaders = Readonly<{
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  range: string | undefined
  ifRange: string | undefined
  /** The best content coding that the client accepts. */
  encoding: Encoding
  /** Whether the client prefers server-sent events to JSON. */
  wantsEvents: boolean
  url: string
  userAgent: string | undefined
  /** The client's IP address, behind a trusted proxy from X-Forwarded-For. */
  address: string
  /** The id that a browser keeps since it signed in. */
  browser: string | undefined
}>

/** A streamed request body of one of the declared media types. */
export type BodyStream = Readonly<{
  mediaType: string
  /** Bytes, as announced. */
  length: number | undefined
  /** The Content-Disposition. */
  disposition: string | undefined
  content: Readable
}>

/** The input of a handler. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = Readonly<{
  actor: Actor
  quota: Quota
  params: Params
  query: Query
  body: Body
  /** Present only if the endpoint declares `stream`. */
  stream: BodyStream
  headers: RequestHeaders
  /** Aborts when the client disconnects before it has the response. */
  signal: AbortSignal
  /** Takes pieces of a text that is generated, as they come, where the caller shows how far it is. */
  progress: ((piece: string) => void) | undefined
  /** Logs an error in the middle of a streamed response and returns the error body for the client. */
  failed: (error: unknown) => unknown
}>

/** A response with headers, a status of its own, or a stream instead of a body. */
export class Answer<T> {
  readonly body: T | undefined
  readonly stream: Readable | undefined
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[]>>

  constructor(answer: {
    body?: T
    stream?: Readable
    status?: number
    headers?: Readonly<Record<string, string | string[]>>
  }) {
    this.body = answer.body
    this.stream = answer.stream
    this.status = answer.status
    this.headers = answer.headers ?? {}
  }
}

type Params = Readonly<Record<string, PathParam>>
type ParamValues<P extends Params> = { [Name in keyof P]: P[Name] extends PathParam<infer T> ? T : never }

/** The declaration of an endpoint, used by the router, the OpenAPI document and the contract tests. */
export type Endpoint = Readonly<{
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `:name` for each parameter. */
  path: string
  summary: string
  section: string
  access: Access
  /** Whether a request counts towards the daily quota. */
  counted: boolean
  /** Whether it supports `Idempotency-Key`: by default POST and PATCH; never if the response contains a secret. */
  retrySafe: boolean
  /** The conditional headers of RFC 9110 that it supports. */
  conditions: readonly ('If-Match' | 'If-None-Match')[]
  /** Descriptions of the other request headers that it reads. */
  headers: Readonly<Record<string, string>>
  /** Limits per account, beyond its share, of an expensive operation. */
  limits: Omit<Limited, 'id'> | undefined
  params: Params
  query: z.ZodObject | undefined
  body: z.ZodType | undefined
  /** The media types of a streamed request body of any length. */
  stream: readonly string[]
  success: Readonly<{
    status: 200 | 201 | 204
    body: z.ZodType | undefined
    /** The media types of a streamed response. */
    mediaTypes: readonly string[]
    description: string
    /** Descriptions of its own response headers. */
    headers: Readonly<Record<string, string>>
  }>
  /** Further responses that are neither success nor problem, by status. */
  others: Readonly<Record<number, Readonly<{ description: string; body?: z.ZodType }>>>
  problems: readonly ProblemCode[]
  handle(call: Call): Promise<unknown>
}>

/** What clients send to an endpoint and get from it, as types: for clients that are compiled with the declarations. */
export type Wire<Route extends string, P extends Params, Query, Body, Result> = Readonly<{
  route: Route
  params: { [Name in keyof P]: string | number }
  query: Query
  body: Body
  result: Result
}>

/** A declared endpoint that keeps its types. `wire` is never set. */
export type Declared<W> = Endpoint & Readonly<{ wire?: W }>

type Common = 'id' | 'summary' | 'access'
type Defaulted =
  'counted' | 'retrySafe' | 'conditions' | 'headers' | 'limits' | 'stream' | 'others' | 'problems'
type Route = `${Endpoint['method']} /${string}`
type Declaration<
  Path extends Route,
  P extends Params,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Pick<Endpoint, Common> &
  Partial<Pick<Endpoint, Defaulted>> &
  Readonly<{
    route: Path
    params?: P
    query?: Q
    body?: B
    success: Pick<Endpoint['success'], 'status' | 'description'> &
      Partial<Pick<Endpoint['success'], 'mediaTypes' | 'headers'>> &
      Readonly<{ body?: R }>
    handle: (
      call: Call<ParamValues<P>, z.output<Q>, z.output<B>>,
    ) => Promise<z.input<R> | Answer<z.input<R>> | void>
  }>

/** Declares the endpoints of a section; the schemas type the input and result of the handlers. */
export function endpointIn(section: string) {
  return <
    const Path extends Route,
    P extends Params = Record<never, never>,
    Q extends z.ZodObject = z.ZodObject,
    B extends z.ZodType = z.ZodType,
    R extends z.ZodType = z.ZodType,
  >({
    route,
    ...declaration
  }: Declaration<Path, P, Q, B, R>): Declared<Wire<Path, P, z.input<Q>, z.input<B>, z.output<R>>> => {
    const [method, path] = route.split(' ') as [Endpoint['method'], string]
    return {
      section,
      method,
      path,
      counted: true,
      retrySafe: method === 'POST' || method === 'PATCH',
      conditions: [],
      headers: {},
      limits: undefined,
      params: {},
      query: undefined,
      body: undefined,
      stream: [],
      others: {},
      problems: [],
      ...declaration,
      success: { body: undefined, mediaTypes: [], headers: {}, ...declaration.success },
    }
  }
}
