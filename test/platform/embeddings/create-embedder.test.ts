import { expect } from 'chai'
import { pino } from 'pino'
import { readConfig } from '../../../src/app/config.ts'
import { createEmbedder } from '../../../src/platform/embeddings/create-embedder.ts'
import { startFakeEmbeddings } from '../../support/fake-embeddings.ts'
import { DIMENSIONS } from '../../support/server-data.ts'
import { away } from './away.ts'
import { emptyModelFolder } from './model.ts'

const log = pino({ level: 'silent' })

describe('the configuration', () => {
  it('chooses an endpoint', async () => {
    const endpoint = await startFakeEmbeddings()
    const env = { EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }
    const embedder = createEmbedder(readConfig(env), log)
    expect(await embedder.model()).to.deep.equal({ name: 'm', url: endpoint.url, dimensions: DIMENSIONS })
    await embedder.close()
    await endpoint.close()
  })

  it('chooses a model folder, or that of the data folder', async () => {
    await using empty = await emptyModelFolder()
    const places = [
      { env: { EMBEDDINGS_DIR: empty.folder }, folder: empty.folder },
      { env: { DATA_DIR: empty.folder }, folder: `${empty.folder}/models/bge-small-en-v1.5` },
    ]
    for (const { env, folder } of places) {
      const embedder = createEmbedder(readConfig(env), log)
      expect((await away(embedder.model())).message).to.contain(`${folder}/model.onnx cannot be read`)
      await embedder.close()
    }
  })
})
