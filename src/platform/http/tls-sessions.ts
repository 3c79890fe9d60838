import type { Server } from 'node:https'
import { LRUCache } from 'lru-cache'

/** How long Node and OpenSSL accept a session by default, milliseconds. */
const LIFE_MS = 300_000

/**
 * Lets clients of TLS 1.2 that take no tickets resume their sessions by id, which Node leaves to the application. Tickets need no memory.
 * Neither is valid in another process or after a restart: then a client makes a full handshake.
 */
export function keepSessions(server: Server, max: number): void {
  const sessions = new LRUCache<string, Buffer>({ max, ttl: LIFE_MS })
  server.on('newSession', (id: Buffer, session: Buffer, done: () => void) => {
    sessions.set(id.toString('hex'), session)
    done()
  })
  server.on('resumeSession', (id: Buffer, done: (error: null, session: Buffer | null) => void) => {
    done(null, sessions.get(id.toString('hex')) ?? null)
  })
}
