import { keptIn, receivedIn } from '../../platform/files/file-store.ts'
import { removeStaleTempFiles } from '../../platform/files/stale-temp-files.ts'
import { createLocalFiles } from '../../platform/files/local-files.ts'
import { createS3Files, type S3Config } from '../../platform/files/s3-files.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createAttachments } from './attachments.ts'
import { purge } from './purge.ts'
import { attachmentRoutes } from './routes.ts'
import { createAttachmentStore } from './store.ts'

type Config = Readonly<{
  dataDir: string
  attachments: Readonly<{ s3: S3Config | undefined; accountBytes: number }>
}>

/** Files of ideas. */
export function createAttachmentsFeature(
  { graph, ids, clock, log }: Platform,
  { ideaNotFound }: Pick<SurvivorsFeature, 'ideaNotFound'>,
  { dataDir, attachments: { s3, accountBytes } }: Config,
) {
  const store = createAttachmentStore(graph)
  const files = s3 === undefined ? createLocalFiles(keptIn(dataDir)) : createS3Files(s3)
  const received = receivedIn(dataDir)
  const nextLinkId = ids.link.next
  let [purging, isAsked]: [Promise<void> | undefined, boolean] = [undefined, false]
  const purgeWhileAsked = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false
      await purge({ store, files, log }).catch((error: unknown) =>
        log.warn({ err: error }, 'files could not be deleted yet'),
      )
    }
    purging = undefined
  }
  /** Deletes the files that have lost their links by now; callers need not wait for it. */
  const purgeSoon = async (): Promise<void> => {
    isAsked = true
    return (purging ??= purgeWhileAsked())
  }
  const attachments = createAttachments({
    store,
    files,
    purgeSoon,
    receivedIn: received,
    accountBytes,
    nextLinkId,
    clock,
    ideaNotFound,
  })
  return {
    endpoints: attachmentRoutes(attachments),
    async sweep(): Promise<void> {
      await removeStaleTempFiles(received)
      await purgeSoon()
    },
    /** The bytes of an attachment. */
    readAttachment: async (id: string) => files.read(id),
    storeFiles: attachments.storeFiles,
    purgeSoon,
    close: async (): Promise<void> => purging,
  }
}
export type AttachmentsFeature = ReturnType<typeof createAttachmentsFeature>
