import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Alike } from './alike.ts'
import { comparisonFolder, MODELS } from './model-files.ts'
import { createModelProcess } from './model-process.ts'

/** The local model that tells texts of one meaning from others, in a process of its own that starts at its first use. */
export type Comparer = Readonly<{
  /** Whether its model is on this machine; says so in the log, once, when it is not. */
  isThere(): boolean
  /** How alike the first of some texts is to each of the others. @throws EmbeddingsAway */
  compare(texts: readonly string[]): Promise<Alike[]>
  close(): Promise<void>
}>

/** Needs its model in one of the folders of {@link comparisonFolder}, whatever model searches. */
export function createComparer(
  { dataDir, embeddings }: Pick<Config, 'dataDir' | 'embeddings'>,
  log: Logger,
): Comparer {
  const folder = comparisonFolder(dataDir, embeddings.folder)
  const { ask, close } = createModelProcess({ model: { folder, kind: 'comparison', known: true }, log })
  let told = false
  return {
    isThere() {
      const isThere = existsSync(path.join(folder, MODELS.comparison.files[0].name))
      if (!isThere && !told)
        log.warn({ folder }, 'duplicates are not looked for: the model for it is not there')
      told = !isThere
      return isThere
    },
    compare: async (texts) => ask('compare', texts),
    close,
  }
}
