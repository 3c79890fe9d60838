import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Embedder } from './embedder.ts'
import { createEndpointEmbedder } from './endpoint.ts'
import { createLocalEmbedder } from './local.ts'
import { modelFolder } from './model-files.ts'

/** The embedder that the configuration asks for: an endpoint, a model folder, or the model of the data folder. */
export function createEmbedder(
  { dataDir, embeddings }: Pick<Config, 'dataDir' | 'embeddings'>,
  log: Logger,
): Embedder {
  if (embeddings.endpoint !== undefined) return createEndpointEmbedder({ ...embeddings.endpoint, log })
  return createLocalEmbedder({
    folder: embeddings.folder ?? modelFolder(dataDir),
    known: embeddings.folder === undefined,
    log,
  })
}
