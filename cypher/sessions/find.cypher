// The owner of a session token; the credential id is that of the sign-in. A node that is deleted concurrently has null
// properties and yields no row.
MATCH (s:Session {hash: $hash})
MATCH (u:User {id: s.userId})
WHERE u.closedAt IS NULL AND s.expiresAt > $now
WITH s.signInId AS credentialId, s.userId AS userId, u.plan AS plan, s.expiresAt AS expiresAt,
  s.lastUsedAt AS lastUsedAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND plan IS NOT NULL AND expiresAt > $now
RETURN credentialId, userId, [] AS scopes, plan, expiresAt, lastUsedAt
