// Who a key belongs to. The time of its last use is kept to the minute, so that a lookup seldom writes. What is deleted
// meanwhile has no properties any more, and belongs to nobody.
MATCH (k:ApiKey {hash: $hash})
MATCH (u:User {id: k.userId})
WHERE u.closedAt IS NULL
FOREACH (_ IN CASE WHEN coalesce(k.lastUsedAt, 0) < $now - 60000 THEN [1] ELSE [] END | SET k.lastUsedAt = $now)
WITH k.id AS credentialId, k.userId AS userId, k.scopes AS scopes, u.plan AS plan
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND scopes IS NOT NULL AND plan IS NOT NULL
RETURN credentialId, userId, scopes, plan, null AS expiresAt
