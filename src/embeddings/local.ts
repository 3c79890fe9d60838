import path from 'node:path'
import type { Logger } from 'pino'
import type { Embedder } from './embedder.ts'
import { LOCAL_MODEL } from './model-files.ts'
import { createThread } from './thread.ts'

/**
 * Where the local model is. `known` when it must be the one of {@link LOCAL_MODEL}, held to its SHA-256; another one is
 * called what its folder is called.
 */
export type LocalOptions = Readonly<{
  folder: string
  known?: boolean
  log: Logger
  /** The thread's program, which tests replace. */
  entry?: URL
}>

/** Embeds by a model of this machine in a thread of its own. Nothing is loaded before the first use. */
export function createLocalEmbedder({ folder, known = true, log, entry }: LocalOptions): Embedder {
  const place = path.resolve(folder)
  const thread = createThread({ data: { model: { folder: place, known } }, log, entry })
  const name = known ? LOCAL_MODEL : path.basename(place)
  const identity = { name, url: null }
  return {
    identity,
    model: async () => ({ ...identity, ...(await thread.ask('describe', null)) }),
    split: async (idea) => thread.ask('split', idea),
    embedPassages: async (inputs) => thread.ask('passages', inputs),
    embedQuery: async (text) => thread.ask('query', text),
    close: thread.close,
  }
}
