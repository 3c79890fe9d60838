import type { Authenticated } from '../auth/authenticator.ts'
import { Problem } from '../problems.ts'
import type { Guards } from './authentication.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { setQuotaHeaders } from './quota-headers.ts'

/** An authenticated request that waits for room. */
type Waiting = Readonly<{
  endpoint: Pick<Endpoint, 'id' | 'limits' | 'counted'>
  authenticated: Authenticated
  signal: AbortSignal
}>

/**
 * Runs a request when there is room for it.
 * @throws Problem `too_much_at_once`, which does not count towards the quota; `rate_limit_exceeded`, `client_left`
 */
export async function admit(
  ctx: Context,
  { endpoint: { id, limits, counted }, authenticated, signal }: Waiting,
  { admission, authenticator }: Guards,
  run: () => Promise<void>,
): Promise<void> {
  try {
    const leave = await admission.admit(authenticated.actor, limits && { id, ...limits }, signal)
    await run().finally(() => whenSent(ctx, leave))
  } catch (error) {
    const isCounted = counted && authenticated.actor.source === 'api'
    if (isCounted && error instanceof Problem && error.code === 'too_much_at_once')
      setQuotaHeaders(ctx, await authenticator.uncount(authenticated))
    throw error
  }
}

/** Aborts when the client closes the connection before it has the response. */
export function disconnectSignal(ctx: Context): AbortSignal {
  const left = new AbortController()
  if (ctx.res.destroyed) left.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) left.abort()
  })
  return left.signal
}

/** Calls `leave` when the connection has the response: until then one that is streamed, or taken slowly by its reader, is under way. */
function whenSent(ctx: Context, leave: () => void): void {
  if (ctx.res.destroyed) leave()
  else ctx.res.once('close', leave)
}
