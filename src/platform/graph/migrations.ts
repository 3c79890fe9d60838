import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import neo4j, { type Driver, type Session, type Transaction } from 'neo4j-driver'
import pRetry from 'p-retry'
import { z } from 'zod'
import { OperatorError } from '../operator-error.ts'
import { isTransient, isUnavailable } from './failures.ts'
import { queriesIn, int, driverArguments, type Query } from './query.ts'

const query = queriesIn('graph')

const FOLDER = new URL('../../../cypher/migrations/', import.meta.url)
const NAME = /^V(?<version>\d{3})__(?<name>[a-z0-9_]+)\.cypher$/

const version = z.strictObject({ version: z.int() })

/** The statements that record applied migrations. */
export const migrationQueries = {
  prepare: query('schema-prepare', {}, z.strictObject({})),
  createLock: query('schema-create-lock', {}, version),
  lock: query('schema-lock', {}, version),
  applied: query('schema-applied', {}, z.strictObject({ version: z.int(), checksum: z.string() })),
  record: query('schema-record', { version: int, name: z.string(), checksum: z.string(), now: int }, version),
  awaitIndexes: query('schema-await-indexes', {}, z.strictObject({})),
  lateIndexes: query('schema-late-indexes', {}, z.strictObject({ name: z.string(), state: z.string() })),
}

type Migration = Readonly<{ version: number; name: string; checksum: string; statements: readonly string[] }>

/**
 * Migrates the schema: applies each file of `cypher/migrations` once, in order, also when several processes start at the
 * same time. The statements are idempotent, so that a run that was killed half-way can be repeated.
 * @throws OperatorError when the database does not answer or refuses, has a newer schema, or an applied file was edited afterwards
 */
export async function migrate(driver: Driver, database: string, now: () => number): Promise<void> {
  try {
    await applyMigrations(driver, database, now)
  } catch (error) {
    if (!(error instanceof neo4j.Neo4jError)) throw error
    if (error.code === 'Neo.ClientError.Security.Unauthorized')
      throw new OperatorError('Neo4j refuses NEO4J_USER and NEO4J_PASSWORD', { cause: error })
    if (!isTransient(error) && !isUnavailable(error)) {
      const [reason] = error.message.split('\n')
      throw new OperatorError(`the database "${database}" (NEO4J_DATABASE) cannot be used: ${reason}`, {
        cause: error,
      })
    }
    const hint = 'is it up, is NEO4J_URI right?'
    throw new OperatorError(`the database does not answer: ${hint}`, { cause: error })
  }
}

async function applyMigrations(driver: Driver, database: string, now: () => number): Promise<void> {
  const migrations = await readMigrations()
  await using session = driver.session({ database })
  await retryTransient(() => prepare(session))
  await withLock(driver, database, async () => {
    const applied = await appliedChecksums(session)
    refuseUnknownMigrations(migrations, applied)
    for (const migration of migrations.filter(({ version }) => !applied.has(version))) {
      for (const statement of migration.statements) await retryTransient(() => session.run(statement))
      await retryTransient(() => record(session, migration, now()))
    }
  })
  await awaitIndexes(session)
}

/** The migrations of this build, sorted by version. */
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
  const { records } = await on.run(...driverArguments(query, params))
  return records.map((record) => query.row.parse(record.toObject()))
}

async function prepare(session: Session): Promise<void> {
  await run(session, migrationQueries.prepare, {})
  await run(session, migrationQueries.createLock, {})
}

/** Holds the write lock of the node for version 0 in a transaction of its own while `work` runs in others. */
async function withLock(driver: Driver, database: string, work: () => Promise<void>): Promise<void> {
  await using session = driver.session({ database })
  const tx = await retryTransient(async () => {
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
}

async function appliedChecksums(session: Session): Promise<Map<number, string>> {
  const rows = await run(session, migrationQueries.applied, {})
  return new Map(rows.map((row) => [row.version, row.checksum]))
}

function refuseUnknownMigrations(known: readonly Migration[], applied: ReadonlyMap<number, string>): void {
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

async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  const delays = { minTimeout: 50, maxTimeout: 500, randomize: true }
  return pRetry(work, { retries: 9, ...delays, shouldRetry: ({ error }) => isTransient(error) })
}
