import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { MODEL } from '../../../src/platform/embeddings/model-files.ts'
import { ideas as cli } from '../../cli/run-cli.ts'
import { newIdea } from '../../support/factories.ts'
import { environmentOf, givenStack, indexes, passagesOf, until, untilDone, type Stack } from './stack.ts'

describe('Enrichment, which follows when an idea can be found by its meaning', () => {
  let stack: Stack
  let dataDir: string
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'idea-repository-data-'))
    const folder = path.join(dataDir, 'models', MODEL.name)
    await mkdir(folder, { recursive: true })
    for (const { name } of MODEL.files) await writeFile(path.join(folder, name), 'damaged')
  })
  givenStack(
    (given) => (stack = given),
    async () => ({ env: { DATA_DIR: dataDir } }),
  )
  after(async () => rm(dataDir, { recursive: true, force: true }))

  it('that was given up is indexed again first when another index is built', async () => {
    const { api } = await stack.service.createUser()
    const { id } = await newIdea(api, { title: 'A rain barrel for the garden' })
    await untilDone(stack)
    const other = await newIdea(api, { title: 'A rain barrel for our garden' })
    await until(async () => !(await api.get(`/ideas/${other.id}`)).body.processing)
    const [before] = await passagesOf(stack, other.id)
    await cli(['admin', 'reindex'], { env: environmentOf(stack) })
    const labels = async (): Promise<unknown> => (await passagesOf(stack, other.id)).at(-1)?.['labels']
    await until(async () => String(await labels()) !== String(before?.['labels']))
    await until(async () => (await indexes(stack.database)).join() === 'active')
    const found = await api.get('/ideas/search?q=rain+barrel&mode=semantic')
    expect(found.body.results.map((idea: { id: number }) => idea.id)).to.have.members([id, other.id])
  })
})
