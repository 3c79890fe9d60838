import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Actor, Scope } from '../actor.ts'
import type { Quota } from '../admission/admission.ts'
import type { ProblemCode } from '../problems.ts'

/** A value in a path: a text that cannot be one answers like an unknown one, or, where there is no `unknown`, fails to validate. */
export type PathParam<T = unknown> = Readonly<{
  schema: z.ZodType<T>
  unknown?: ProblemCode
  example: string
}>

/** Who may call: nobody in particular, a credential with a scope, or any credential (the feature judges further). */
export type Access = 'public' | Scope | 'credential' | 'session'

/** The parts of a request that a handler may look at beyond its declared input. */
export type RequestHeaders = Readonly<{
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  acceptsGzip: boolean
  /** Whether server-sent events are asked for rather than JSON. */
  wantsEvents: boolean
  url: string
  userAgent: string | undefined
  /** The IP address of the caller, which a trusted proxy tells. */
  address: string
}>

/** A body that the handler reads itself, of one of the declared media types. */
export type BodyStream = Readonly<{ mediaType: string; content: Readable }>

/** What a handler gets. */
export type Call<Params, Query, Body> = Readonly<{
  actor: Actor
  quota: Quota
  params: Params
  query: Query
  body: Body
  /** Only of an endpoint that declares `stream`. */
  stream: BodyStream
  headers: RequestHeaders
  /** Aborted when the client leaves before its answer. */
  signal: AbortSignal
  /** What a client is told of a failure in the middle of an answer, which is logged as any other. */
  failed: (error: unknown) => unknown
}>

/** An answer that is more than its body: with its own headers or status, or a stream in the body's place. */
export class Answer<T> {
  readonly body: T | undefined
  readonly stream: Readable | undefined
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(answer: {
    body?: T
    stream?: Readable
    status?: number
    headers?: Readonly<Record<string, string>>
  }) {
    this.body = answer.body
    this.stream = answer.stream
    this.status = answer.status
    this.headers = answer.headers ?? {}
  }
}

type Params = Readonly<Record<string, PathParam>>
type ParamValues<P extends Params> = { [Name in keyof P]: P[Name] extends PathParam<infer T> ? T : never }

/** Everything about one endpoint, as data: the mounter, the OpenAPI document and the contract test all read it. */
export type Endpoint = Readonly<{
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `:name` for each parameter. */
  path: string
  summary: string
  section: string
  access: Access
  /** Whether a call counts towards the day's quota. */
  counted: boolean
  /** Whether an `Idempotency-Key` makes it safe to send again: every POST and PATCH whose answer holds no secret. */
  retrySafe: boolean
  /** The conditions of RFC 9110 that it knows. */
  conditions: readonly ('If-Match' | 'If-None-Match')[]
  params: Params
  query: z.ZodObject | undefined
  body: z.ZodType | undefined
  /** The media types of a body that the handler reads itself, of any length. */
  stream: readonly string[]
  success: Readonly<{
    status: 200 | 201 | 204
    body: z.ZodType | undefined
    /** What its stream may be instead of JSON. */
    mediaTypes: readonly string[]
    description: string
    /** What the headers of its own say. */
    headers: Readonly<Record<string, string>>
  }>
  /** Answers of the handler that are neither its success nor a problem, by status. */
  others: Readonly<Record<number, Readonly<{ description: string; body?: z.ZodType }>>>
  problems: readonly ProblemCode[]
  handle: (call: Call<never, never, never>) => Promise<unknown>
}>

type Declaration<
  P extends Params,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> = Readonly<{
  id: string
  method: Endpoint['method']
  path: string
  summary: string
  section: string
  access: Access
  counted?: boolean
  retrySafe?: boolean
  conditions?: Endpoint['conditions']
  params?: P
  query?: Q
  body?: B
  stream?: Endpoint['stream']
  success: Readonly<{
    status: 200 | 201 | 204
    body?: R
    mediaTypes?: readonly string[]
    description: string
    headers?: Readonly<Record<string, string>>
  }>
  others?: Endpoint['others']
  problems?: readonly ProblemCode[]
  handle: (
    call: Call<ParamValues<P>, z.output<Q>, z.output<B>>,
  ) => Promise<z.input<R> | Answer<z.input<R>> | void>
}>

/** Declares an endpoint; the handler's input and reply are typed by the schemas beside it. */
export function endpoint<
  P extends Params = Record<never, never>,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
>(declaration: Declaration<P, Q, B, R>): Endpoint {
  const { method } = declaration
  return {
    counted: true,
    retrySafe: method === 'POST' || method === 'PATCH',
    conditions: [],
    params: {},
    query: undefined,
    body: undefined,
    stream: [],
    others: {},
    problems: [],
    ...declaration,
    success: { body: undefined, mediaTypes: [], headers: {}, ...declaration.success },
    handle: declaration.handle as unknown as Endpoint['handle'],
  }
}
