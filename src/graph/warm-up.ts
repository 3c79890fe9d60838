import neo4j, { type Driver } from 'neo4j-driver'
import { z } from 'zod'
import type { Query } from './query.ts'

/**
 * Has the database plan every statement before somebody waits for it: planning for the first time takes a fresh
 * database longer than all the rest of a request. Plans are kept per statement and types of parameters.
 */
export async function warmUp(driver: Driver, database: string, queries: readonly Query[]): Promise<void> {
  const session = driver.session({ database, defaultAccessMode: 'WRITE' })
  try {
    for (const { text, params } of queries) await session.run(`EXPLAIN ${text}`, sampleOf(params) as object)
  } finally {
    await session.close()
  }
}

/** A value of the type that the driver sends for a declared parameter. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodNullable) return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return neo4j.int(1)
  return ''
}
