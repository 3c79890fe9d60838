import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { createComparer } from '../../../src/platform/embeddings/comparer.ts'
import { EmbeddingsUnavailable } from '../../../src/platform/embeddings/embedder.ts'
import { MODEL } from '../../../src/platform/embeddings/model-files.ts'
import { dot } from '../../../src/platform/embeddings/vectors.ts'
import { logLines } from '../../support/log-lines.ts'
import { emptyModelFolder, modelFolder } from './model.ts'

const NOT_THERE = 'duplicates are not looked for: the model for it is not there'
const nowhere = { endpoint: undefined, folder: undefined }

describe('The model that compares ideas', () => {
  it('has what says the same nearer than what is about the same, beside whatever model searches', async function () {
    const { log } = logLines()
    const endpoint = { url: 'http://127.0.0.1:1', model: 'another', apiKey: undefined }
    const embeddings = { endpoint, folder: modelFolder(this) }
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings }, log as Logger)
    try {
      expect(await comparer.isThere()).to.equal(true)
      const wish = await comparer.embed('Remind me of overdue tasks')
      const same = await comparer.embed('A notification when a task is late')
      const topic = await comparer.embed('Sort tasks by their colour')
      expect(dot(wish, wish)).to.be.closeTo(1, 1e-6)
      expect(dot(wish, same)).to.be.above(dot(wish, topic) + 0.05)
    } finally {
      await comparer.close()
    }
  })

  it('is not there where it was not brought, which the log says once', async () => {
    const { log, lines } = logLines()
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings: nowhere }, log as Logger)
    expect([await comparer.isThere(), await comparer.isThere()]).to.deep.equal([false, false])
    expect(lines.filter((line) => line['msg'] === NOT_THERE)).to.have.lengthOf(1)
    await comparer.close()
  })

  it('is not used when it is damaged', async function () {
    const from = modelFolder(this)
    await using empty = await emptyModelFolder(path.join('models', MODEL.name))
    await empty.fill(from)
    await writeFile(empty.file(0), 'no model')
    const { log } = logLines()
    const embeddings = { endpoint: undefined, folder: undefined }
    const dataDir = path.resolve(empty.folder, '../..')
    const comparer = createComparer({ dataDir, embeddings }, log as Logger)
    try {
      const error = await comparer.embed('a').catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(EmbeddingsUnavailable)
      expect((error as Error).message).to.match(/^The embedding model is damaged: .+model\.onnx/)
    } finally {
      await comparer.close()
    }
  })

  it('is not taken from a folder of another model that an operator named', async function () {
    await using data = await emptyModelFolder(path.join('models', MODEL.name))
    await data.fill(modelFolder(this))
    await using named = await emptyModelFolder(MODEL.name)
    await named.fill(modelFolder(this))
    await writeFile(named.file(0), 'another model')
    const embeddings = { endpoint: undefined, folder: named.folder }
    const dataDir = path.resolve(data.folder, '../..')
    const comparer = createComparer({ dataDir, embeddings }, logLines().log as Logger)
    try {
      expect(await comparer.embed('a')).to.have.lengthOf(384)
    } finally {
      await comparer.close()
    }
  })
})
