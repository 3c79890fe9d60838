MATCH (s:Session {hash: $hash})
MATCH (u:User {id: s.userId})
WHERE u.closedAt IS NULL AND s.expiresAt > $now
RETURN s.id AS credentialId, s.userId AS userId, [] AS scopes, u.plan AS plan, s.expiresAt AS expiresAt
