/** Revokes credentials, given by hash, on all replicas before it returns. @throws RedisUnavailable */
export type Revoke = (hashes: readonly string[]) => Promise<void>

/**
 * Revokes credentials in Redis and in Neo4j: first in Redis, so that nothing changes if it is unavailable, then in Neo4j
 * by `end`, then in Redis again those of `end` that were created in between.
 * @throws RedisUnavailable, and what `end` throws
 */
export async function revokeEverywhere(
  revoke: Revoke,
  listed: readonly string[],
  end: () => Promise<readonly string[]>,
): Promise<void> {
  await revoke(listed)
  const ended = await end()
  const known = new Set(listed)
  const missed = ended.filter((hash) => !known.has(hash))
  if (missed.length > 0) await revoke(missed)
}
