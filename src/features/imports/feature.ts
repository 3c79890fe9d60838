import path from 'node:path'
import { removeStaleTempFiles } from '../../platform/files/stale-temp-files.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountFeature } from '../account/feature.ts'
import type { AttachmentsFeature } from '../attachments/feature.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { createImports } from './imports.ts'
import { importRoutes } from './routes.ts'
import { IMPORT_LIMITS } from './schema.ts'
import { createImportStore } from './store.ts'

type Needs = Pick<IdeasFeature, 'keysOf'> &
  Pick<TagsFeature, 'tags'> &
  Pick<RelationsFeature, 'relations'> &
  Pick<AccountFeature, 'usage'> &
  Pick<IndexingFeature, 'wake'> &
  Pick<AttachmentsFeature, 'storeFiles'> &
  Readonly<{ freePlanIdeaCap: number; dataDir: string; attachments: Readonly<{ accountBytes: number }> }>

/** Import of files. */
export function createImportsFeature(
  { graph, ids, clock }: Platform,
  { dataDir, attachments, ...needs }: Needs,
) {
  const store = createImportStore(graph)
  const spoolFolder = path.join(dataDir, 'imports')
  const imports = createImports({
    ...needs,
    accountBytes: attachments.accountBytes,
    store,
    blocks: {
      ideas: ids.idea.block,
      links: ids.link.block,
      relations: ids.relation.block,
      duplicates: ids.duplicate.block,
    },
    spoolFolder,
    clock,
  })
  return {
    endpoints: importRoutes(imports),
    sweep: async (): Promise<void> => {
      await store.sweep(clock() - IMPORT_LIMITS.keptMs)
      await removeStaleTempFiles(spoolFolder)
    },
  }
}
