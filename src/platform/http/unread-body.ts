import type { Middleware } from 'koa'

/** What is still taken of a body that goes on after its answer, and how long its connection stays open. */
export const UNREAD_BODY_LIMITS = { bytes: 1_048_576, ms: 5_000 }

/**
 * Ends the connection of a request that is answered before its body has arrived, but not at once: closing with unread bytes
 * would reset the answer before the client has read it (lingering close; RFC 9112, section 9.6). Left to itself Node would
 * go on reading without end.
 */
export function closeAfterUnreadBody({ bytes, ms } = UNREAD_BODY_LIMITS): Middleware {
  return async ({ req: request, res: response }, next) => {
    await next()
    if (request.complete || response.headersSent) return
    response.setHeader('Connection', 'close')
    // Before Node's own listener, which closes the connection.
    response.prependOnceListener('finish', () => {
      if (request.complete) return
      const { socket } = request
      socket.destroySoon = () => socket.end()
      const timer = setTimeout(() => socket.destroy(), ms)
      socket.once('close', () => clearTimeout(timer))
      let discarded = 0
      // Begun to be read, or Node would discard it without 'data'.
      request.read(0)
      request.once('end', () => socket.destroy())
      request.on('data', (chunk: Buffer) => {
        discarded += chunk.length
        if (discarded > bytes) request.pause()
      })
      request.resume()
    })
  }
}
