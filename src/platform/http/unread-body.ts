import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'

/**
 * What is still taken of a body that goes on after its answer, and how long its connection stays open. Some clients read no answer
 * before they have sent everything, so that it is more than the largest attachment.
 */
export const UNREAD_BODY_LIMITS = { bytes: 16 * 1_048_576, ms: 5_000 }

/** Ends the connection of a request that is answered before its body has arrived. */
export function closeAfterUnreadBody(limits = UNREAD_BODY_LIMITS): Middleware {
  return async ({ req: request, res: response }, next) => {
    // A request that was sent ahead on a connection that has ended (RFC 9112, section 9.6).
    if (request.socket.writableEnded) {
      request.socket.destroy()
      return
    }
    await next()
    if (request.complete || response.headersSent) return
    response.setHeader('Connection', 'close')
    linger(request, response, limits)
  }
}

/**
 * Closes the connection of an answered request not at once: that would reset the answer before the client has read it, if bytes of
 * the body are unread (lingering close; RFC 9112, section 9.6). Left to itself Node would go on reading without end.
 */
export function linger(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, ms } = UNREAD_BODY_LIMITS,
): void {
  // Before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    const { socket } = request
    socket.destroySoon = () => socket.end()
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.once('close', () => clearTimeout(timer))
    let discarded = 0
    request.once('end', () => socket.destroy())
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > bytes) request.pause()
    })
    request.resume()
  })
}
