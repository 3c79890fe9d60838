import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'

/** Has a specification written, and hands over its pieces as they come; undefined, or what speaks against it. */
export async function developed(
  id: number,
  signal: AbortSignal,
  progress: (piece: string) => void,
): Promise<string | undefined> {
  try {
    const headers = { Accept: 'text/event-stream' }
    const { body } = await send('POST', `/ideas/${id}/develop`, { headers, signal })
    const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events ?? []) {
      const said = JSON.parse(data) as { text: string; error: string }
      if (event === 'error') return said.error
      if (event === 'text') progress(said.text)
      if (event === 'done') return undefined
    }
  } catch (error) {
    if (signal.aborted) return 'It was stopped.'
    if (error instanceof ApiError) return error.message
  }
  return 'The connection was lost. Try again.'
}
