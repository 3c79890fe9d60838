import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { createComparer } from '../../src/embeddings/comparer.ts'
import { EmbeddingsAway } from '../../src/embeddings/embedder.ts'
import { comparisonFolder } from '../../src/embeddings/model-files.ts'
import { logLines } from '../support/log-lines.ts'
import { emptyModelFolder, modelFolder } from './model.ts'

const NOT_THERE = 'duplicates are not looked for: the model for it is not there'
const nowhere = { endpoint: undefined, folder: undefined }

describe('The model that compares ideas', function () {
  this.timeout(60_000)

  it('has what says the same nearer than what is about the same, beside whatever model searches', async function () {
    const { log } = logLines()
    const embeddings = { endpoint: undefined, folder: modelFolder(this) }
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings }, log as Logger)
    try {
      expect(comparer.isThere()).to.equal(true)
      const wish = 'Remind me of overdue tasks'
      const [self, same, topic] = await comparer.compare([
        wish,
        wish,
        'A notification when a task is late',
        'Sort tasks by their colour',
      ])
      expect(self?.meaning).to.be.closeTo(1, 1e-6)
      expect(self?.covered).to.be.closeTo(1, 1e-6)
      expect(same?.meaning).to.be.above((topic?.meaning ?? 1) + 0.1)
    } finally {
      await comparer.close()
    }
  })

  it('compares more texts at once than it remembers', async function () {
    const embeddings = { endpoint: undefined, folder: modelFolder(this) }
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings }, logLines().log)
    try {
      const texts = Array.from({ length: 600 }, (_, at) => `Text ${at}`)
      expect(await comparer.compare(['Text 7', ...texts])).to.have.lengthOf(600)
    } finally {
      await comparer.close()
    }
  })

  it('is not there where it was not brought, which the log says once', async () => {
    const { log, lines } = logLines()
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings: nowhere }, log as Logger)
    expect([comparer.isThere(), comparer.isThere()]).to.deep.equal([false, false])
    expect(lines.filter((line) => line['msg'] === NOT_THERE)).to.have.lengthOf(1)
    await comparer.close()
  })

  it('is not used when it is damaged', async function () {
    const from = comparisonFolder('/nonexistent', modelFolder(this))
    await using empty = await emptyModelFolder('all-MiniLM-L6-v2')
    await empty.fill(from)
    await writeFile(empty.file(0), 'no model')
    const { log } = logLines()
    const embeddings = { endpoint: undefined, folder: `${empty.folder}/../bge-small-en-v1.5` }
    const comparer = createComparer({ dataDir: '/nonexistent', embeddings }, log as Logger)
    try {
      const error = await comparer.compare(['a', 'b']).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(EmbeddingsAway)
      expect((error as Error).message).to.match(/^The embedding model is damaged: .+model\.onnx/)
    } finally {
      await comparer.close()
    }
  })
})
