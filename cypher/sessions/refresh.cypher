// One more token of the same sign-in, never past the sign-in's own end; the token that asked for it ends soon, and a
// second refresh by it does not put that off. Under the user's lock, like everything that ends sessions, so that a
// session which has just been ended gets no new token.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MATCH (old:Session {hash: $hash})
WHERE old.userId = u.id AND old.expiresAt > $now
SET old.expiresAt = CASE WHEN old.expiresAt < $until THEN old.expiresAt ELSE $until END
WITH u, old, old.signedInAt + $sessionMs AS end
MERGE (s:Session {id: $new.id})
ON CREATE SET
  s.signInId = old.signInId, s.userId = u.id, s.hash = $new.hash, s.userAgent = old.userAgent,
  s.signedInAt = old.signedInAt, s.createdAt = $now, s.lastUsedAt = $now,
  s.expiresAt = CASE WHEN end < $new.expiresAt THEN end ELSE $new.expiresAt END
RETURN s.expiresAt AS expiresAt
