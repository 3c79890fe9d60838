import type { AttachmentsFeature } from '../attachments/feature.ts'
import type { Archive } from './archive.ts'
import type { Batch } from './batches.ts'

/** Stores the files of a batch before its links are written; a link whose file cannot be read is not created. */
export async function storeBatchFiles(
  { links }: Batch,
  archive: Archive | undefined,
  store: AttachmentsFeature['storeFiles'],
): Promise<void> {
  const files = links.flatMap(({ file }) => (file === null ? [] : [file]))
  if (archive === undefined || files.length === 0) return
  await store(files.map(({ attachmentId, from }) => ({ key: attachmentId, open: () => archive.open(from) })))
}
