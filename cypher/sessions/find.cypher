// The owner of a session token; the credential id is that of the sign-in. The time of last use is updated at most once a
// minute, so that a lookup seldom writes. A node that is deleted concurrently has null properties and yields no row.
MATCH (s:Session {hash: $hash})
MATCH (u:User {id: s.userId})
WHERE u.closedAt IS NULL AND s.expiresAt > $now
FOREACH (_ IN CASE WHEN coalesce(s.lastUsedAt, 0) < $now - 60000 THEN [1] ELSE [] END | SET s.lastUsedAt = $now)
WITH coalesce(s.signInId, s.id) AS credentialId, s.userId AS userId, u.plan AS plan, s.expiresAt AS expiresAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND plan IS NOT NULL AND expiresAt > $now
RETURN credentialId, userId, [] AS scopes, plan, expiresAt
