import type { ProfiledPlan } from 'neo4j-driver'
import type { z } from 'zod'
import { driverArguments, type Query } from '../../src/platform/graph/query.ts'
import type { TestDatabase } from './database.ts'

/** Runs a statement and counts its rows and what it asked of the storage in all, as `PROFILE` tells. */
export async function profiled<P extends z.ZodObject>(
  { driver }: TestDatabase,
  query: Query<P>,
  given: z.input<P>,
): Promise<{ hits: number; found: number }> {
  const session = driver.session({ database: 'neo4j' })
  try {
    const [text, params] = driverArguments(query, given)
    const { records, summary } = await session.run(`PROFILE ${text}`, params)
    if (summary.profile === false) throw new Error('Neo4j shows no profile')
    return { hits: hitsOf(summary.profile), found: records.length }
  } finally {
    await session.close()
  }
}

function hitsOf({ dbHits, children }: ProfiledPlan): number {
  return children.reduce((sum, child) => sum + hitsOf(child), dbHits)
}
