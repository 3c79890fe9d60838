import type { Endpoint } from './http/endpoint.ts'
import type { NotFoundPage, Route, Serving } from './http/route.ts'

/** What every feature contributes to the service, beside the functions that other features may call. */
export type Feature = Readonly<{
  endpoints?: readonly Endpoint[]
  /** Protocols other than the REST API. */
  routes?: (serving: Serving) => readonly Route[]
  notFoundPage?: NotFoundPage | undefined
  /** Housekeeping; idempotent and safe to run in several processes at once. */
  sweep?: () => Promise<void>
  close?: () => Promise<void>
}>
