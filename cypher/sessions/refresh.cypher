// A new token of the same sign-in, limited to the sign-in's lifetime; the presented token expires after the grace period, which
// a second refresh does not extend. Under the user's lock, like everything that ends sessions, so that an ended session gets
// no new token. Of tokens that a sign-in has beyond $most, as by many refreshes within the grace period, the oldest end.
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
WITH s, COLLECT {
  MATCH (other:Session {signInId: s.signInId})
  WHERE other.expiresAt > $now AND other <> s
  RETURN other ORDER BY other.createdAt DESC, other.id SKIP $most - 1
} AS surplus
FOREACH (other IN surplus | SET other.expiresAt = 0)
RETURN s.expiresAt AS expiresAt, [other IN surplus | other.hash] AS ended
