import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Driver } from 'neo4j-driver'
import type { Query } from '../../src/platform/graph/query.ts'

const SOURCE = path.resolve(import.meta.dirname, '../../src')

/** All statements that modules export as values of records. */
export async function declaredQueries(): Promise<Query[]> {
  const files = await readdir(SOURCE, { recursive: true })
  const modules = files.filter((file) => /^(platform\/graph\/.*|features\/.*\/store)\.ts$/.test(file)).sort()
  const exported = await Promise.all(
    modules.map(async (file) => Object.values((await import(path.join(SOURCE, file))) as object)),
  )
  const records = exported
    .flat()
    .filter((value): value is object => typeof value === 'object' && value !== null)
  return [...new Set(records.flatMap((record) => Object.values(record) as unknown[]).filter(isQuery))]
}

/** From this length on, in characters, planning a statement may take seconds beside other cold servers: 65 take two thirds of it. */
const LONG = 500

/** Has Neo4j plan long statements, by running them without parameters in transactions that are rolled back; many then fail. */
export async function planLong(driver: Driver): Promise<void> {
  const session = driver.session()
  for (const { text } of (await declaredQueries()).filter(({ text: { length } }) => length >= LONG)) {
    const tx = session.beginTransaction()
    await tx.run(text, { params: {} }).catch(() => undefined)
    await tx.rollback().catch(() => undefined)
  }
  await session.close()
}

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'file' in value && 'text' in value && 'row' in value
}
