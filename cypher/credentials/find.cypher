// The owner of a key or token. A node that is deleted concurrently has null properties and yields no row.
MATCH (c:ApiKey|McpToken {hash: $hash})
MATCH (u:User {id: c.userId})
WHERE u.closedAt IS NULL AND coalesce(c.expiresAt, $now + 1) > $now
WITH c.id AS credentialId, c.userId AS userId, c.scopes AS scopes, u.plan AS plan, c.expiresAt AS expiresAt,
  c.lastUsedAt AS lastUsedAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND scopes IS NOT NULL AND plan IS NOT NULL
RETURN credentialId, userId, scopes, plan, expiresAt, lastUsedAt
