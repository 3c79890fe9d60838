import type { Context } from './context.ts'
import type { Guards } from './authentication.ts'

/** A route of a protocol of its own (not of the REST API), which reads its request and sends its response itself. */
export type Route = Readonly<{
  /** Names it in logs and metrics. */
  id: string
  methods: readonly string[]
  /** The whole path, in the syntax of path-to-regexp. */
  path: string
  handle: (ctx: Context & Readonly<{ params: Record<string, string> }>) => Promise<void>
}>

/** Answers 404 by a page for people. */
export type NotFoundPage = (ctx: Context) => void

/** What routes may use. */
export type Serving = Readonly<{
  /** The origin under which clients reach the service. */
  publicUrl: string
  guards: Guards
}>
