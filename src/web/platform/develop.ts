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
    const refusal = await developed(id, signal, (piece) => show((text += piece)))
    if (refusal !== undefined) tell(refusal, 'error')
  })
}

/** Hands over the pieces of a specification as they come; undefined, or what speaks against it. */
async function developed(
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
