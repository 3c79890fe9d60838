import type { Endpoint } from './http/endpoint.ts'

/** What every feature contributes to the service, beside the functions that other features may call. */
export type Feature = Readonly<{
  endpoints?: readonly Endpoint[]
  /** Housekeeping; idempotent and safe to run in several processes at once. */
  sweep?: () => Promise<void>
  close?: () => Promise<void>
}>
