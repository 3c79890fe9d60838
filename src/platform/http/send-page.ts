import type { Context } from './context.ts'

/** An HTML page with its content security policy. */
export type Page = Readonly<{ status: number; text: string; policy: string }>

/** Answers a page, which is kept nowhere. */
export function sendPage(
  ctx: Pick<Context, 'status' | 'type' | 'set' | 'body'>,
  { status, text, policy }: Page,
): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Content-Security-Policy', policy)
  // `no-referrer` would take the origin out of the forms of the page.
  ctx.set('Referrer-Policy', 'same-origin')
  ctx.body = text
}

/** Sends the browser to another page by GET. */
export function seeOther(ctx: Context, location: string): void {
  ctx.set('Cache-Control', 'no-store')
  ctx.redirect(location)
  ctx.status = 303
}
