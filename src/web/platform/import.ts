import { effect, signal } from '@preact/signals'
import { ApiError } from './api-error.ts'
import type { Result } from './api-types.ts'
import { send } from './api.ts'
import { tell, tellAnybody } from './notices.ts'
import { isReadable } from './readable.ts'
import { session } from './session.ts'
import { longWork } from './work.ts'

type Report = Result<'POST /user/import'>

const work = longWork<never>()
/** An account imports one file at a time. */
const FILE = 'file'

/** What the last import made, or why it was refused; kept until the next one. */
export const lastImport = signal<Report | ApiError | undefined>(undefined)
effect(() => {
  if (session.value === 'nobody') lastImport.value = undefined
})

/** The import that is under way, if there is one. */
export const importing = () => work.at(FILE)

/** Imports a file. */
export async function importFile(file: File): Promise<void> {
  if (!(await isReadable(file))) return
  const isDone = await work.run(FILE, async (_, stop) => {
    lastImport.value = undefined
    try {
      lastImport.value = await imported(file, stop)
    } catch (error) {
      if (stop.aborted) tellAnybody('The import was stopped. Import the file again to finish it.')
      else if (error instanceof ApiError) lastImport.value = error
      else throw error
    }
  })
  if (!isDone) tell('An import is under way. Import this file when it is done.', 'error')
}

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', zip: 'application/zip' }

/** Sends a file, which the browser reads as it is sent. @throws ApiError */
async function imported(file: File, stop: AbortSignal): Promise<Report> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = TYPES[extension] ?? 'application/x-ndjson'
  const response = await send('POST', '/user/import', {
    body: file,
    headers: { 'Content-Type': type },
    signal: stop,
  })
  return (await response.json()) as Report
}
