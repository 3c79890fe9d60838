import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { announceChange } from './live.ts'
import { tell, tellError } from './notices.ts'
import { isReadable } from './readable.ts'
import { longWork } from './work.ts'

/** As the service has it; a browser that is refused while it sends may not read why. */
const MOST_BYTES = 10 * 1_048_576

/** No room in the account, no idea, no room in the idea: other files are refused, too. */
const REFUSES_ALL: ReadonlySet<number> = new Set([403, 404, 409])

/** Uploads by the ids of their ideas: the file that is being sent, and how many of all are there. */
export const uploads = longWork<Readonly<{ name: string; done: number; of: number }>>()

/** Attaches files to an idea, one after the other; when that is stopped, what is there stays. */
export async function upload(ideaId: number, files: readonly File[]): Promise<void> {
  for (const { name, size } of files)
    if (size > MOST_BYTES) tell(`${name} is larger than 10 MiB and is not attached.`, 'error')
  const fitting = files.filter(({ size }) => size <= MOST_BYTES)
  if (fitting.length === 0) return
  const isDone = await uploads.run(ideaId, async (show, signal) => {
    for (const [done, file] of fitting.entries()) {
      show({ name: file.name, done, of: fitting.length })
      if (await isReadable(file))
        try {
          await attach(ideaId, file, signal)
        } catch (error) {
          signal.throwIfAborted()
          tellError(error, `${file.name} is not attached.`)
          if (error instanceof ApiError && REFUSES_ALL.has(error.status)) return
        }
      announceChange()
      signal.throwIfAborted()
    }
  })
  if (!isDone) tell('An upload is under way. Add more files when it is done.', 'error')
}

/** Attaches a file, which the browser reads as it is sent. @throws ApiError */
async function attach(ideaId: number, file: File, signal: AbortSignal): Promise<void> {
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

/** A file that is dropped beside what takes it would replace the page. */
function refuseFile(event: DragEvent): void {
  const { target, dataTransfer } = event
  const isTaken = event.defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file')
  if (isTaken || dataTransfer?.types.includes('Files') !== true) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
addEventListener('dragover', refuseFile)
addEventListener('drop', refuseFile)
