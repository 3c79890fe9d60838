import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from 'chai'
import { OperatorError } from '../../src/config.ts'
import { migrate, readMigrations } from '../../src/graph/migrations.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'

const SCRIPT = path.join(import.meta.dirname, 'migrate-process.ts')

describe('migrations', function () {
  this.timeout(180_000)
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

  it('are applied once when 20 processes start at once on a database that has none', async () => {
    const [rows, constraints] = [await applied(), await schema()]
    await database.query('MATCH (m:Migration) DELETE m')
    const exits = await Promise.all(
      Array.from({ length: 20 }, async () =>
        once(spawn(process.execPath, [SCRIPT], { stdio: 'inherit' }), 'exit'),
      ),
    )
    expect(exits.map(([code]) => code as number)).to.deep.equal(Array.from({ length: 20 }, () => 0))
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
