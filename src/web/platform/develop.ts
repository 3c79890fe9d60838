import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { tell } from './notices.ts'
import { longWork } from './work.ts'

/** The specifications that are being written, as far as they are, by the ids of their ideas. */
export const writing = longWork<string>()

/** Has a specification of an idea written; what speaks against it is told. */
export async function develop(id: number): Promise<void> {
  await writing.run(id, async (show, signal) => {
    let text = ''
    let reader: ReadableStreamDefaultReader<EventSourceMessage> | undefined
    try {
      const headers = { Accept: 'text/event-stream' }
      const { body } = await send('POST', `/ideas/${id}/develop`, { headers, signal })
      const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      // Safari cannot iterate a stream.
      reader = events?.getReader()
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
        const { event, data } = next.value
        const said = JSON.parse(data) as { text: string; error: string }
        if (event === 'error') return tell(said.error, 'error')
        if (event === 'text') show((text += said.text))
        if (event === 'done') return
      }
    } catch (error) {
      if (signal.aborted) return tell('It was stopped.', 'error')
      // The work tells it.
      if (error instanceof ApiError) throw error
    } finally {
      void reader?.cancel().catch(() => undefined)
    }
    tell('The connection was lost. Try again.', 'error')
  })
}
