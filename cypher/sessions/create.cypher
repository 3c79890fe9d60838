// The first token of a sign-in. The lock on the user, which a deletion and a change of the password take too, comes
// before the look: nobody gets in by a password that is no longer. MERGE by the new id: repeating it after a lost answer
// changes nothing.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL AND u.passwordHash = $passwordHash
MERGE (s:Session {id: $id})
ON CREATE SET
  s.signInId = $id, s.userId = u.id, s.hash = $hash, s.userAgent = $userAgent, s.signedInAt = $now, s.createdAt = $now,
  s.expiresAt = $expiresAt
RETURN s.id AS id
