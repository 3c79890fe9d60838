import type Koa from 'koa'
import type { Context } from './context.ts'

type Mounted = Readonly<{
  /** The origin under which clients reach the service. */
  origin: string
  /** A cookie of the application that is not sent. */
  unsentCookie: string
}>

/** The key in `ctx.state` under which the mounted application keeps an error of the server, which this application answers. */
export const MOUNTED_ERROR = 'mountedError'

/** Has another Koa application answer, in this one's context. @throws what the application keeps as {@link MOUNTED_ERROR} */
export async function answerBy(app: Koa, ctx: Context, { origin, unsentCookie }: Mounted): Promise<void> {
  // It derives addresses from the request, which nobody but the operator may choose.
  ctx.req.headers.host = new URL(origin).host
  delete ctx.req.headers['x-forwarded-host']
  const { cookies } = app.createContext(ctx.req, ctx.res)
  // The service is never reached without TLS.
  cookies.secure = true
  ctx.cookies = cookies
  for (const handle of app.middleware) await handle(ctx as never, async () => undefined)
  const lines = [ctx.response.headers['set-cookie'] ?? []].flat().map(String)
  ctx.remove('Set-Cookie')
  for (const line of lines) if (!line.startsWith(unsentCookie)) ctx.append('Set-Cookie', line)
  const error: unknown = ctx.state[MOUNTED_ERROR]
  if (error !== undefined) throw error
}
