import type { Logger } from 'pino'
import { EmbeddingsUnavailable, type Embedder, type ModelIdentity } from './embedder.ts'
import { createEndpointEmbedder, identityOf } from './endpoint.ts'
import { createLocalEmbedder } from './local.ts'
import { localModelFolder, MODEL } from './model-files.ts'

/** What computes embeddings: an endpoint, or a model folder (undefined: that of the data folder). */
export type EmbeddingsConfig = Readonly<{
  dataDir: string
  embeddings: Readonly<{
    endpoint: Readonly<{ url: string; model: string; apiKey: string | undefined }> | undefined
    folder: string | undefined
  }>
}>

/** The embedder that the configuration asks for: an endpoint, a model folder, or the model of the data folder. */
export function createEmbedder({ dataDir, embeddings }: EmbeddingsConfig, log: Logger): Embedder {
  if (embeddings.endpoint !== undefined) return createEndpointEmbedder({ ...embeddings.endpoint, log })
  return createLocalEmbedder({
    folder: embeddings.folder ?? localModelFolder(dataDir),
    known: embeddings.folder === undefined,
    log,
  })
}

/**
 * The embedder of a model that was set up before and whose index still answers: at the same endpoint, or the local one.
 * A key is sent only to the endpoint that it was given for.
 * @throws EmbeddingsUnavailable when the model can no longer be used
 */
export function createFormerEmbedder(
  { name, url }: ModelIdentity,
  configured: EmbeddingsConfig,
  log: Logger,
): Embedder {
  const { dataDir, embeddings } = configured
  if (url !== null) {
    const { url: given, apiKey } = embeddings.endpoint ?? { url: null, apiKey: undefined }
    const isSame = given !== null && identityOf(given) === url
    return createEndpointEmbedder({ url, model: name, apiKey: isSame ? apiKey : undefined, log })
  }
  if (name === MODEL.name) return createLocalEmbedder({ folder: localModelFolder(dataDir), log })
  throw new EmbeddingsUnavailable(`The model ${name} is no longer set up`)
}
