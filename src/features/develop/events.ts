import { PassThrough, type Readable } from 'node:stream'
import type { Prepared } from './develop.ts'

const COMMENT = ': \n\n'
const BEAT_MS = 15_000

/**
 * Streams a specification as server-sent events (WHATWG HTML, 9.2): `text` with each piece, then `done` with the body of the
 * JSON response, or `error`.
 */
export function eventsOf(run: Prepared, failed: (error: unknown) => unknown, beatMs = BEAT_MS): Readable {
  const events = new PassThrough({ objectMode: true })
  // Keep-alive comments, so that proxies do not close the connection while the model is reasoning.
  events.write(COMMENT)
  const beat = setInterval(() => events.write(COMMENT), beatMs)
  // Started immediately, even if the client has disconnected, because it releases the lease at its end.
  void run((piece) => void events.write(eventOf('text', { text: piece })))
    .then((developed) => eventOf('done', developed))
    .catch((error: unknown) => eventOf('error', failed(error)))
    .then((last) => events.end(last))
    .finally(() => clearInterval(beat))
  return events
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
