import type { Actor } from '../auth/actor.ts'
import type { Authenticated } from '../auth/authenticator.ts'
import { Problem } from '../problems.ts'
import type { Guards } from './authentication.ts'
import { Answer, type Call, type Endpoint, type RequestHeaders } from './endpoint.ts'
import { inputReader, type Sent } from './input.ts'

/** On whose behalf an endpoint is called, by a request that is admitted and counted already. */
export type Caller = Readonly<{
  authenticated: Authenticated
  client: Pick<RequestHeaders, 'userAgent' | 'address' | 'browser'>
  signal: AbortSignal
}>

/** What a call needs beyond the caller. */
export type Invocation = Partial<Sent> &
  Partial<Pick<Call, 'progress'>> &
  Readonly<{ idempotency?: Actor['idempotency']; ifMatch?: string | undefined }>

/** The body and headers of the endpoint's answer. */
export type Invoked = Readonly<{ body: unknown; headers: Readonly<Record<string, string | string[]>> }>

/** JSON, whole, and whatever the caller knows already. */
const PLAIN = { ifNoneMatch: undefined, encoding: 'identity', wantsEvents: false, url: '/' } as const

/**
 * Calls declared endpoints within the process, as over HTTP: enter its limits → validate → wait for a turn → handle. Scope, quota
 * and a place in the account's share are the caller's matter.
 * @throws Problem what the endpoint declares
 */
export function createInvoke(endpoints: readonly Endpoint[], { admission, authenticator, turns }: Guards) {
  const declared = new Map(
    endpoints.map((endpoint) => [endpoint.id, { endpoint, inputOf: inputReader(endpoint) }]),
  )
  const enter = async ({ id, limits }: Endpoint, { authenticated, signal }: Caller) =>
    limits === undefined
      ? () => undefined
      : admission.enterLimited(authenticated.actor, { id, ...limits }, signal)
  return async (id: string, caller: Caller, invocation: Invocation): Promise<Invoked> => {
    const found = declared.get(id)
    if (found === undefined) throw new Error(`there is no endpoint ${id}`)
    const { endpoint, inputOf } = found
    const { params = {}, query = {}, body = {}, idempotency, ifMatch, progress } = invocation
    const { authenticated, client, signal } = caller
    let leave: (() => void) | undefined
    try {
      leave = await enter(endpoint, caller)
      const call = {
        ...inputOf({ params, query, body }),
        actor: { ...authenticated.actor, idempotency: endpoint.retrySafe ? idempotency : undefined },
        quota: authenticated.quota,
        headers: { ...client, ...PLAIN, ifMatch },
        signal,
        progress,
      }
      // Without `stream` and `failed`: endpoints that stream are not called so.
      const work = async () => endpoint.handle(call as Call)
      const inTurn = endpoint.limits === undefined ? turns.run(authenticated.actor.userId, work) : work()
      const result = await inTurn
      return result instanceof Answer
        ? { body: result.body, headers: result.headers }
        : { body: result, headers: {} }
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_much_at_once')
        await authenticator.uncount(authenticated)
      throw error
    } finally {
      leave?.()
    }
  }
}
export type Invoke = ReturnType<typeof createInvoke>
