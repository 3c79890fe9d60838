// The owner of a key or token. The time of last use is updated at most once a minute, so that a lookup seldom writes. A node
// that is deleted concurrently has null properties and yields no row.
MATCH (c:ApiKey|McpToken {hash: $hash})
MATCH (u:User {id: c.userId})
WHERE u.closedAt IS NULL AND coalesce(c.expiresAt, $now + 1) > $now
FOREACH (_ IN CASE WHEN coalesce(c.lastUsedAt, 0) < $now - 60000 THEN [1] ELSE [] END | SET c.lastUsedAt = $now)
WITH c.id AS credentialId, c.userId AS userId, c.scopes AS scopes, u.plan AS plan, c.expiresAt AS expiresAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND scopes IS NOT NULL AND plan IS NOT NULL
RETURN credentialId, userId, scopes, plan, expiresAt
