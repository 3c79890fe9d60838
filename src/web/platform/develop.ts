import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Has a specification written, and hands over its pieces as they come; undefined, or what speaks against it. */
export async function developed(
  id: number,
  signal: AbortSignal,
  progress: (piece: string) => void,
): Promise<string | undefined> {
  try {
    const headers = { Accept: 'text/event-stream' }
    const response = await fetch(`/api/v1/ideas/${id}/develop`, { method: 'POST', headers, signal })
    if (!response.ok || response.body === null) return refusalOf(await response.json())
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events) {
      const said: unknown = JSON.parse(data)
      if (event === 'error') return refusalOf(said)
      if (event === 'text') progress((said as { text: string }).text)
    }
    return undefined
  } catch {
    return signal.aborted ? 'It was stopped.' : 'The connection was lost. Try again.'
  }
}

function refusalOf(body: unknown): string {
  const { error } = body as { error?: string }
  return error ?? 'It could not be written.'
}
