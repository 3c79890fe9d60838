import { existsSync } from 'node:fs'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { EmbeddingsConfig } from './create-embedder.ts'
import { comparisonFolder, MODEL } from './model-files.ts'
import { createModelProcess } from './model-process.ts'
import type { Vector } from './vectors.ts'

/** The local model in a process of its own, which yields to embedding and starts at its first use. */
export type Comparer = Readonly<{
  /** Whether the model is on this machine; logs a warning, once, when it is not. */
  isThere(): Promise<boolean>
  /** The vector of a text, of length 1, from memory where it was asked for lately. @throws EmbeddingsUnavailable */
  embed(text: string): Promise<Vector>
  close(): Promise<void>
}>

/**
 * Remembered vectors, two of an idea and 1.5 kB each. An idea is compared with some 17 others anywhere in the account, so the import
 * of up to 2,000 ideas embeds each text once.
 */
const MAX_REMEMBERED = 4_000

/** Needs the model in {@link comparisonFolder}, whatever model searches. */
export function createComparer({ dataDir, embeddings }: EmbeddingsConfig, log: Logger): Comparer {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const folder = await comparisonFolder(dataDir, embeddings.folder)
    return { folder, ...createModelProcess({ model: { folder, known: true, priority: 'low' }, log }) }
  }
  const remembered = new LRUCache<string, Float32Array>({
    max: MAX_REMEMBERED,
    fetchMethod: async (text) => {
      const [vector] = await (await (opened ??= open())).ask('passages', [text])
      return vector && Float32Array.from(vector)
    },
  })
  let told = false
  return {
    async isThere() {
      const { folder } = await (opened ??= open())
      const isThere = existsSync(path.join(folder, MODEL.files[0].name))
      if (!isThere && !told)
        log.warn({ folder }, 'duplicates are not looked for: the model for it is not there')
      told = !isThere
      return isThere
    },
    embed: async (text) => [...(await remembered.forceFetch(text))],
    close: async () => (await opened)?.close(),
  }
}
