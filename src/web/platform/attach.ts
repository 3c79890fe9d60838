import { ApiError } from './api-error.ts'
import { send } from './api.ts'

/** As the service has it; a browser that is refused while it sends may not read why. */
const MOST_BYTES = 10 * 1_048_576

/** Attaches a file, which the browser reads as it is sent, to an idea. @throws ApiError */
export async function attach(ideaId: number, file: File, signal: AbortSignal): Promise<void> {
  if (file.size > MOST_BYTES) throw new ApiError(413, { error: `${file.name} is larger than 10 MiB` })
  await send('POST', `/ideas/${ideaId}/attachments`, {
    body: file,
    headers: {
      'Content-Type': file.type || 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encoded(file.name)}`,
    },
    signal,
  })
}

/** As an extended value of a header (RFC 8187, section 3.2), which allows fewer characters than an address. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
}
