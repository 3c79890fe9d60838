import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import type { ImportReport } from '../../../src/features/imports/schema.ts'
import { newIdea } from '../../support/factories.ts'
import { startService, testServers, type TestService, type TestUser } from '../../support/service.ts'
import { importHere, type Interruption } from './import-here.ts'

const CAP = 600
const LINES = Array.from({ length: CAP + 5 }, (_, index) => JSON.stringify({ title: `Idea ${index}` })).join(
  '\n',
)

function endAtSecond(number: number): void {
  if (number === 2) throw new Error('the process has ended')
}

describe('An import that begins twice at the same time', () => {
  let service: TestService
  let graph: Graph
  let folder: string
  let user: TestUser
  before(async () => {
    service = await startService({ env: { FREE_PLAN_IDEA_CAP: String(CAP) } })
    const { neo4jUri: uri, user: name, password } = testServers()
    graph = createGraph(createDriver({ uri, user: name, password, database: 'neo4j' }), 'neo4j', Date.now)
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-imports-'))
  })
  beforeEach(async () => {
    user = await service.createUser('free')
  })
  after(async () => {
    await graph.close()
    await service.close()
    await rm(folder, { recursive: true })
  })

  const run = async (interruption: Interruption): Promise<ImportReport> =>
    importHere({ graph, folder, user, lines: LINES, cap: CAP }, interruption)
  const total = async (): Promise<number> =>
    Number((await user.api.get('/ideas?limit=1')).headers.get('x-total-count'))
  /** The same import as another process that ends after its first transaction. */
  const cutShort = async (): Promise<void> => {
    const error: unknown = await run({ atBatch: endAtSecond }).catch((caught: unknown) => caught)
    expect(String(error)).to.contain('the process has ended')
    expect(await total()).to.be.within(500, CAP - 1)
  }

  it('goes by the room that there was at the first beginning, not by what that has left', async () => {
    const report = await run({ beforeRoom: cutShort })
    expect(report).to.include({ ideas: CAP, rejected_count: 5 })
    expect(await total()).to.equal(CAP)
  })

  it('goes by what was decided elsewhere between its own judgement and its beginning', async () => {
    const report = await run({
      async beforeBegin() {
        await newIdea(user.api)
        await cutShort()
      },
    })
    expect(report).to.include({ ideas: CAP - 1, rejected_count: 6 })
    expect(await total()).to.equal(CAP)
  })
})
