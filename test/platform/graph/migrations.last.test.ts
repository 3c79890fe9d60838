import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from 'chai'
import { OperatorError } from '../../../src/platform/operator-error.ts'
import { migrate, readMigrations } from '../../../src/platform/graph/migrations.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'

const SCRIPT = path.join(import.meta.dirname, 'migrate-process.ts')

describe('migrations', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    await migrate(database.driver, 'neo4j', Date.now)
  })

  const applied = async () =>
    database.query(
      'MATCH (m:Migration) WHERE m.version > 0 RETURN m.version AS version, m.checksum AS checksum ORDER BY version',
    )
  const schema = async () =>
    database.query('SHOW CONSTRAINTS YIELD name, type RETURN name, type ORDER BY name')
  const refusal = async (): Promise<unknown> =>
    migrate(database.driver, 'neo4j', Date.now).catch((error: unknown) => error)

  it('are recorded with their checksums, and change nothing the second time', async () => {
    const [rows, constraints] = [await applied(), await schema()]
    const known = await readMigrations()
    expect(rows).to.deep.equal(known.map(({ version, checksum }) => ({ version, checksum })))
    await migrate(database.driver, 'neo4j', Date.now)
    expect([await applied(), await schema()]).to.deep.equal([rows, constraints])
  })

  it('are applied once when 20 services start at once, in four processes, on a database that has none', async () => {
    const [rows, constraints] = [await applied(), await schema()]
    await database.query('MATCH (m:Migration) DELETE m')
    const exits = await Promise.all(
      Array.from({ length: 4 }, async () =>
        once(spawn(process.execPath, [SCRIPT, '5'], { stdio: 'inherit' }), 'exit'),
      ),
    )
    expect(exits.map(([code]) => code as number)).to.deep.equal([0, 0, 0, 0])
    expect([await applied(), await schema()]).to.deep.equal([rows, constraints])
    expect(await database.query('MATCH (s:Sequence) RETURN count(s) AS sequences')).to.deep.equal([
      { sequences: 5 },
    ])
  })

  it('leave the work that waits at the stage that it was in', async () => {
    const rows = [
      { ideaId: 8_000_000_000_000_001, version: 2, indexed: 2 },
      { ideaId: 8_000_000_000_000_002, version: 2, indexed: 1 },
      { ideaId: 8_000_000_000_000_003, version: 2 },
    ]
    await database.query('MATCH (m:Migration {version: 8}) DELETE m')
    await database.query('UNWIND $rows AS row CREATE (o:Outbox) SET o = row', { rows })
    await migrate(database.driver, 'neo4j', Date.now)
    const staged = await database.query(
      `MATCH (o:Outbox) WHERE o.ideaId >= $first WITH o ORDER BY o.ideaId
       WITH o, properties(o) AS row DELETE o RETURN row.stage AS stage, row.indexed AS indexed`,
      { first: 8_000_000_000_000_001 },
    )
    expect(staged).to.deep.equal([
      { stage: 'enrichment', indexed: null },
      { stage: 'indexing', indexed: null },
      { stage: 'indexing', indexed: null },
    ])
  })

  it('keep what waits, was claimed or given up in an outbox with leases, as work that is due or was given up', async () => {
    const first = 8_000_000_000_000_011
    const common = { userId: 'u', version: 7, stage: 'indexing', background: false, createdAt: 5 }
    const rows = [
      { ...common, ideaId: first, rank: 1, dueAt: 0, attempt: 0 },
      { ...common, ideaId: first + 1, rank: 2, dueAt: 30_005, attempt: 2, stage: 'enrichment' },
      { ...common, ideaId: first + 2, rank: 3, dueAt: 5, attempt: 0, background: true },
      { ...common, ideaId: first + 3, rank: 1, attempt: 1, error: 'why', failedAt: 6 },
    ]
    await database.query('MATCH (m:Migration {version: 10}) DELETE m')
    await database.query('UNWIND $rows AS row CREATE (o:Outbox) SET o = row', { rows })
    await migrate(database.driver, 'neo4j', Date.now)
    const moved = await database.query(
      `MATCH (o:Outbox) WHERE o.ideaId >= $first WITH o ORDER BY o.ideaId
       WITH o, properties(o) AS row DELETE o RETURN row`,
      { first },
    )
    const kept = { userId: 'u', version: 7, stage: 'indexing', retry: 0 }
    expect(moved.map(({ row }) => row)).to.deep.equal([
      { ...kept, ideaId: first, priority: 1, dueAt: 5 },
      { ...kept, ideaId: first + 1, priority: 2, dueAt: 5, stage: 'enrichment' },
      { ...kept, ideaId: first + 2, priority: 3, dueAt: 5 },
      { ...kept, ideaId: first + 3, priority: 1, attempts: 1, error: 'why', failedAt: 6 },
    ])
  })

  it('are refused on a database with a newer schema', async () => {
    await database.query("CREATE (:Migration {version: 999, checksum: 'from the future'})")
    const error = await refusal()
    await database.query('MATCH (m:Migration {version: 999}) DELETE m')
    expect(error).to.be.instanceOf(OperatorError)
    expect((error as Error).message).to.include('the database has schema version 999')
  })

  it('are refused when one was edited after it was applied', async () => {
    const [first] = await readMigrations()
    await database.query("MATCH (m:Migration {version: 1}) SET m.checksum = 'another'")
    const error = await refusal()
    const restore = { checksum: first?.checksum }
    await database.query('MATCH (m:Migration {version: 1}) SET m.checksum = $checksum', restore)
    expect(error).to.be.instanceOf(OperatorError)
    expect((error as Error).message).to.match(/^migration 1 .* it was edited$/)
  })
})
