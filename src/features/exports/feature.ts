import type { Platform } from '../../platform/platform.ts'
import type { AttachmentsFeature } from '../attachments/feature.ts'
import { createExports } from './exports.ts'
import { exportRoutes } from './routes.ts'
import { createExportStore } from './store.ts'

/** Export of a user's data as files. */
export function createExportsFeature(
  { graph, clock }: Platform,
  { readAttachment }: Pick<AttachmentsFeature, 'readAttachment'>,
) {
  return {
    endpoints: exportRoutes(createExports({ store: createExportStore(graph), readAttachment, clock })),
  }
}
