// Who a token belongs to. The time of its last use is kept to the minute, so that a lookup seldom writes. What is deleted
// meanwhile has no properties any more, and belongs to nobody.
MATCH (t:McpToken {hash: $hash})
MATCH (u:User {id: t.userId})
WHERE u.closedAt IS NULL AND coalesce(t.expiresAt, $now + 1) > $now
FOREACH (_ IN CASE WHEN coalesce(t.lastUsedAt, 0) < $now - 60000 THEN [1] ELSE [] END | SET t.lastUsedAt = $now)
WITH t.id AS credentialId, t.userId AS userId, t.scopes AS scopes, u.plan AS plan, t.expiresAt AS expiresAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND scopes IS NOT NULL AND plan IS NOT NULL
RETURN credentialId, userId, scopes, plan, expiresAt
