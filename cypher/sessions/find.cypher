// Who a session token belongs to; the credential is the sign-in that it is one of. The time of its last use is kept to the
// minute, so that a lookup seldom writes. What is deleted meanwhile has no properties any more, and belongs to nobody.
MATCH (s:Session {hash: $hash})
MATCH (u:User {id: s.userId})
WHERE u.closedAt IS NULL AND s.expiresAt > $now
FOREACH (_ IN CASE WHEN coalesce(s.lastUsedAt, 0) < $now - 60000 THEN [1] ELSE [] END | SET s.lastUsedAt = $now)
WITH coalesce(s.signInId, s.id) AS credentialId, s.userId AS userId, u.plan AS plan, s.expiresAt AS expiresAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND plan IS NOT NULL AND expiresAt > $now
RETURN credentialId, userId, [] AS scopes, plan, expiresAt
