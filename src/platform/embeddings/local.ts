import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { EMBEDDING_LIMITS, EmbeddingsUnavailable, type Embedder } from './embedder.ts'
import { MODEL } from './model-files.ts'
import { createModelProcess } from './model-process.ts'

/**
 * Where the local model is. `known` when it must be the one of {@link MODEL}, held to its SHA-256; another one is
 * called what its folder is called.
 */
export type LocalOptions = Readonly<{
  folder: string
  known?: boolean
  log: Logger
  /** The program of the process, which tests replace, and how long it stays without work. */
  entry?: URL
  idleMs?: number
}>

/** Embeds by a model of this machine in a process of its own. Nothing is loaded before the first use. */
export function createLocalEmbedder({ folder, known = true, log, entry, idleMs }: LocalOptions): Embedder {
  const place = path.resolve(folder)
  const { ask, close } = createModelProcess({
    model: { folder: place, known },
    log,
    entry,
    idleMs,
  })
  const name = known ? MODEL.name : path.basename(place)
  const identity = { name, url: null }
  let described: Readonly<{ dimensions: number }> | undefined
  return {
    identity,
    async model() {
      described ??= await ask('describe', null)
      return { ...identity, ...described }
    },
    split: async (idea) => ask('split', idea),
    embedPassages: async (inputs) => ask('passages', inputs),
    embedQuery: async (text, userId) => Promise.race([ask('query', text, userId), late()]),
    close,
  }
}

async function late(): Promise<never> {
  await sleep(EMBEDDING_LIMITS.queryMs, undefined, { ref: false })
  throw new EmbeddingsUnavailable('The embedding model is busy')
}
