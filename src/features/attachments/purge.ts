import type { Logger } from 'pino'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { AttachmentStore } from './store.ts'

type Dependencies = Readonly<{
  store: Pick<AttachmentStore, 'due' | 'forget'>
  files: Pick<FileStore, 'remove'>
  log: Pick<Logger, 'warn'>
}>

/**
 * Deletes the files that have no link and are past their deadline. A file that cannot be deleted keeps its row for the next time and does
 * not hinder the others; when none of a page can be, the store is away, and the rest waits, too.
 */
export async function purge({ store, files, log }: Dependencies): Promise<void> {
  let after = ''
  for (;;) {
    const due = await store.due(after)
    const last = due.at(-1)
    if (last === undefined) return
    after = last.key
    const outcomes = await Promise.allSettled(
      due.map(async ({ key, isLinked }) => (isLinked ? undefined : files.remove(key))),
    )
    const ended = due.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure !== undefined) log.warn({ err: failure.reason as unknown }, 'files could not be deleted yet')
    if (ended.length === 0) return
    await store.forget(ended)
  }
}
