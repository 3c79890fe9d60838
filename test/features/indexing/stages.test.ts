import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { MODEL } from '../../../src/platform/embeddings/model-files.ts'
import { ideas as cli } from '../../cli/run-cli.ts'
import { newIdea } from '../../support/factories.ts'
import type { TestUser } from '../../support/service.ts'
import { environmentOf, givenStack, passagesOf, until, untilDone, type Stack } from './stack.ts'

const FILES = MODEL.files.map(({ name }) => name)

describe('Enrichment, which follows when an idea can be found by its meaning', () => {
  let stack: Stack
  let user: TestUser
  let dataDir: string
  const folder = (): string => path.join(dataDir, 'models', MODEL.name)
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'idea-repository-data-'))
    await mkdir(folder(), { recursive: true })
  })
  givenStack(
    (given) => (stack = given),
    async () => ({ env: { DATA_DIR: dataDir } }),
  )
  beforeEach(async () => {
    user = await stack.service.createUser()
  })
  afterEach(() => stack.embeddings.behave('success'))
  after(async () => rm(dataDir, { recursive: true, force: true }))

  const stageOf = async (ideaId: number): Promise<unknown> => {
    const rows = await stack.database.query('MATCH (o:Outbox {ideaId: $ideaId}) RETURN o.stage AS stage', {
      ideaId,
    })
    return rows[0]?.['stage']
  }

  it('that fails is done again by itself, and nothing is embedded again', async () => {
    for (const name of FILES) await writeFile(path.join(folder(), name), 'damaged')
    const admin = async (...args: string[]): Promise<string> =>
      (await cli(['admin', 'jobs', ...args, '--json'], { env: environmentOf(stack) })).stdout
    const { id } = await newIdea(user.api, { title: 'A dark mode for the app' })
    await untilDone(stack)
    const other = await newIdea(user.api, { title: 'A dark mode for our app' })
    await until(async () => !(await user.api.get(`/ideas/${other.id}`)).body.processing)

    const jobs = JSON.parse(await admin()).jobs as readonly Readonly<{ idea_id: number; error: string }>[]
    expect(jobs.map((job) => job.idea_id)).to.deep.equal([other.id])
    expect(jobs[0]?.error).to.contain('model is damaged')
    const found = await user.api.get('/ideas/search?q=dark+mode&mode=semantic')
    expect(found.body.results.map((idea: { id: number }) => idea.id)).to.have.members([id, other.id])

    const asked = stack.embeddings.requests.length
    const whole = process.env['TEST_MODEL_DIR'] ?? ''
    for (const name of FILES) await copyFile(path.join(whole, name), path.join(folder(), name))
    expect(JSON.parse(await admin('--retry'))).to.deep.equal({ retried: 1 })
    await untilDone(stack)
    expect(stack.embeddings.requests.length).to.equal(asked)
    const { body } = await user.api.get('/ideas/duplicates')
    expect(body.duplicates).to.have.lengthOf(1)
  })

  it('waits for what is being embedded, though not for ever', async () => {
    stack.embeddings.behave('hang')
    const asked = stack.embeddings.requests.length
    const other = await newIdea(user.api)
    await until(async () => stack.embeddings.requests.length > asked)
    stack.embeddings.behave('success')
    const { id } = await newIdea(user.api)
    await until(async () => (await stageOf(id)) === 'enrichment')
    const began = performance.now()
    expect(await passagesOf(stack, id)).to.have.lengthOf(1)
    await until(async () => (await stageOf(id)) === undefined)
    // Far more than enrichment takes, less than the five seconds that it waits for: a slow machine only makes it longer.
    expect(performance.now() - began).to.be.greaterThan(1_500)
    expect(await stageOf(other.id)).to.equal('indexing')
  })
})
