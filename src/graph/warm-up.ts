import neo4j, { type Driver } from 'neo4j-driver'
import { z } from 'zod'
import type { Query } from './query.ts'

/**
 * Runs every statement once, on nobody's data and in a transaction of its own that is taken back, before somebody waits
 * for one: a fresh database spends far longer on planning a statement for the first time than on anything else in a
 * request. Plans are kept per statement and types of parameters. Ends after `forMs` at the latest; what is left is
 * planned when it is needed.
 */
export async function warmUp(
  driver: Driver,
  database: string,
  queries: readonly Query[],
  forMs: number,
): Promise<void> {
  const end = performance.now() + forMs
  const session = driver.session({ database, defaultAccessMode: 'WRITE' })
  try {
    for (const { text, params } of queries) {
      const leftMs = Math.ceil(end - performance.now())
      if (leftMs <= 0) break
      const tx = session.beginTransaction({ timeout: leftMs })
      try {
        await tx.run(text, sampleOf(params) as object)
        await tx.rollback()
      } catch (error) {
        // The database ends the last one where time is up.
        if (performance.now() < end) throw error
      }
    }
  } finally {
    await session.close()
  }
}

/**
 * A value of the type that the driver sends for a declared parameter, such as nobody uses: empty texts, the id 0; or its
 * own `example`, where the database takes no other.
 */
export function sampleOf(schema: z.core.$ZodType): unknown {
  const { example } = z.globalRegistry.get(schema) ?? {}
  if (example !== undefined) return example
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodNullable) return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return neo4j.int(0)
  if (schema instanceof z.ZodBoolean) return false
  return ''
}
