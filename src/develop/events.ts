import { Readable } from 'node:stream'
import type { Developed } from './schema.ts'
import type { Prepared } from './develop.ts'

const COMMENT = ': \n\n'
const BEAT_MS = 15_000

/**
 * A specification as server-sent events (WHATWG HTML, 9.2): `text` with each piece as it comes, then `done` with what the
 * plain answer would be, or `error`.
 */
export function eventsOf(run: Prepared, failed: (error: unknown) => unknown, beatMs = BEAT_MS): Readable {
  // A comment at once and now and then, so that nobody on the way takes a model that thinks for a connection that is dead.
  const waiting: string[] = [COMMENT]
  let wake = Promise.withResolvers<void>()
  let ended = false
  const push = (event: string): void => {
    waiting.push(event)
    wake.resolve()
  }
  const beat = setInterval(() => push(COMMENT), beatMs)
  // At once, whether somebody reads or has left already: what it holds is given back at its end.
  const running = run((piece) => push(eventOf('text', { text: piece })))
    .then((developed: Developed) => push(eventOf('done', developed)))
    .catch((error: unknown) => push(eventOf('error', failed(error))))
    .finally(() => {
      clearInterval(beat)
      ended = true
      wake.resolve()
    })
  return Readable.from(events())

  async function* events(): AsyncGenerator<string> {
    for (;;) {
      yield* waiting.splice(0)
      if (ended && waiting.length === 0) break
      await wake.promise
      wake = Promise.withResolvers<void>()
    }
    await running
  }
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
