import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import neo4j, { type Driver, type Session, type Transaction } from 'neo4j-driver'
import { z } from 'zod'
import { OperatorError } from '../config.ts'
import { isTransient, isUnavailable } from './failures.ts'
import { defineQuery, int, type Query } from './query.ts'

const FOLDER = new URL('../../cypher/migrations/', import.meta.url)
const NAME = /^V(?<version>\d{3})__(?<name>[a-z0-9_]+)\.cypher$/

const version = z.strictObject({ version: z.int() })

/** The statements that keep the list of applied migrations. */
export const migrationQueries = {
  prepare: defineQuery('schema/prepare.cypher', {}, z.strictObject({})),
  createLock: defineQuery('schema/create-lock.cypher', {}, version),
  lock: defineQuery('schema/lock.cypher', {}, version),
  applied: defineQuery(
    'schema/applied.cypher',
    {},
    z.strictObject({ version: z.int(), checksum: z.string() }),
  ),
  record: defineQuery(
    'schema/record.cypher',
    { version: int, name: z.string(), checksum: z.string(), now: int },
    version,
  ),
  awaitIndexes: defineQuery('schema/await-indexes.cypher', {}, z.strictObject({})),
  lateIndexes: defineQuery(
    'schema/late-indexes.cypher',
    {},
    z.strictObject({ name: z.string(), state: z.string() }),
  ),
}

type Migration = Readonly<{ version: number; name: string; checksum: string; statements: readonly string[] }>

/**
 * Brings the schema up to date: each file of `cypher/migrations` once, in order, whichever of many processes gets to
 * it first. Statements are written to be repeatable, so that a run that was killed half-way is simply run again.
 * @throws OperatorError when the database does not answer or refuses, has a newer schema, or an applied file was edited afterwards
 */
export async function migrate(driver: Driver, database: string, now: () => number): Promise<void> {
  try {
    await applyMigrations(driver, database, now)
  } catch (error) {
    if (!(error instanceof neo4j.Neo4jError)) throw error
    if (!isTransient(error) && !isUnavailable(error)) {
      const [reason] = error.message.split('\n')
      throw new OperatorError(`the database "${database}" cannot be used: ${reason}`, { cause: error })
    }
    const hint = 'is it up, are NEO4J_URI and NEO4J_PASSWORD right?'
    throw new OperatorError(`the database does not answer: ${hint}`, { cause: error })
  }
}

async function applyMigrations(driver: Driver, database: string, now: () => number): Promise<void> {
  const migrations = await readMigrations()
  await again(() => inSession(driver, database, prepare))
  await inLock(driver, database, async () => {
    await inSession(driver, database, async (session) => {
      const applied = await appliedChecksums(session)
      refuseSurprises(migrations, applied)
      for (const migration of migrations.filter(({ version }) => !applied.has(version))) {
        for (const statement of migration.statements) await again(() => session.run(statement))
        await again(() => record(session, migration, now()))
      }
    })
  })
  await inSession(driver, database, awaitIndexes)
}

/** The versions that this build knows, for tests and for the operator. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => NAME.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      const groups = NAME.exec(file)?.groups ?? {}
      return {
        version: Number(groups['version']),
        name: groups['name'] ?? '',
        checksum: createHash('sha256').update(text).digest('hex'),
        statements: statementsIn(text),
      }
    }),
  )
}

function statementsIn(text: string): string[] {
  return text
    .replaceAll(/\/\/.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

async function run<P extends z.ZodObject, R extends z.ZodType>(
  on: Session | Transaction,
  query: Query<P, R>,
  params: z.input<P>,
): Promise<z.output<R>[]> {
  const { records } = await on.run(query.text, query.params.parse(params))
  return records.map((record) => query.row.parse(record.toObject()))
}

async function prepare(session: Session): Promise<void> {
  await run(session, migrationQueries.prepare, {})
  await run(session, migrationQueries.createLock, {})
}

/** Holds the write lock of the row for version 0, in a transaction of its own, while the work runs on other ones. */
async function inLock(driver: Driver, database: string, work: () => Promise<void>): Promise<void> {
  await inSession(driver, database, async (session) => {
    const tx = await again(async () => {
      const opened = session.beginTransaction()
      try {
        await run(opened, migrationQueries.lock, {})
        return opened
      } catch (error) {
        await opened.rollback().catch(() => undefined)
        throw error
      }
    })
    try {
      await work()
    } finally {
      await tx.rollback().catch(() => undefined)
    }
  })
}

async function appliedChecksums(session: Session): Promise<Map<number, string>> {
  const rows = await run(session, migrationQueries.applied, {})
  return new Map(rows.map((row) => [row.version, row.checksum]))
}

function refuseSurprises(known: readonly Migration[], applied: ReadonlyMap<number, string>): void {
  const newest = known.at(-1)?.version ?? 0
  for (const [version, checksum] of applied) {
    const migration = known.find((candidate) => candidate.version === version)
    if (version > newest) {
      throw new OperatorError(
        `the database has schema version ${version}, this program knows ${newest}: start the newer program`,
      )
    }
    if (migration?.checksum !== checksum) {
      throw new OperatorError(
        `migration ${version} in the database differs from cypher/migrations: it was edited`,
      )
    }
  }
}

async function record(session: Session, migration: Migration, now: number): Promise<void> {
  const { statements: _, ...fields } = migration
  await run(session, migrationQueries.record, { ...fields, now })
}

async function awaitIndexes(session: Session): Promise<void> {
  await run(session, migrationQueries.awaitIndexes, {})
  const [late] = await run(session, migrationQueries.lateIndexes, {})
  if (late !== undefined) throw new OperatorError(`index ${late.name} is ${late.state}`)
}

async function inSession<T>(
  driver: Driver,
  database: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = driver.session({ database })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || attempt === 10) throw error
      await sleep(50 * attempt * Math.random())
    }
  }
}
