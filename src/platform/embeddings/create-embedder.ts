import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { EmbeddingsAway, type Embedder, type ModelIdentity } from './embedder.ts'
import { createEndpointEmbedder, identityOf } from './endpoint.ts'
import { createLocalEmbedder } from './local.ts'
import { localModelFolder, MODELS } from './model-files.ts'

type Configured = Pick<Config, 'dataDir' | 'embeddings'>

/** The embedder that the configuration asks for: an endpoint, a model folder, or the model of the data folder. */
export function createEmbedder({ dataDir, embeddings }: Configured, log: Logger): Embedder {
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
 */
export function createFormerEmbedder(
  { name, url }: ModelIdentity,
  configured: Configured,
  log: Logger,
): Embedder {
  const { dataDir, embeddings } = configured
  if (url !== null) {
    const { url: given, apiKey } = embeddings.endpoint ?? { url: null, apiKey: undefined }
    const isSame = given !== null && identityOf(given) === url
    return createEndpointEmbedder({ url, model: name, apiKey: isSame ? apiKey : undefined, log })
  }
  if (name === MODELS.search.name) return createLocalEmbedder({ folder: localModelFolder(dataDir), log })
  return missing({ name, url })
}

function missing(identity: ModelIdentity): Embedder {
  const away = async (): Promise<never> => {
    throw new EmbeddingsAway(`The model ${identity.name} is no longer set up`)
  }
  return {
    identity,
    model: away,
    split: away,
    embedPassages: away,
    embedQuery: away,
    close: async () => undefined,
  }
}
