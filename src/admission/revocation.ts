/** Ends credentials on every replica before it returns. @throws RedisAway */
export type Bury = (hashes: readonly string[]) => Promise<void>

/**
 * Ends credentials in Redis and in Neo4j: first in Redis, so that nothing has changed when that is away, then in Neo4j,
 * and then in Redis those that came into being in between.
 * @throws RedisAway, and what `end` throws
 */
export async function endEverywhere(
  bury: Bury,
  listed: readonly string[],
  end: () => Promise<readonly string[]>,
): Promise<void> {
  await bury(listed)
  const ended = await end()
  const missed = ended.filter((hash) => !listed.includes(hash))
  if (missed.length > 0) await bury(missed)
}
