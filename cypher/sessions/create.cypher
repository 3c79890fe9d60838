// The first token of a sign-in. Locks the user, as a deletion and a password change do, before the password hash is compared,
// so that a former password cannot start a session. Idempotent by MERGE on the new id.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL AND u.passwordHash = $passwordHash
MERGE (s:Session {id: $id})
ON CREATE SET
  s.signInId = $id, s.userId = u.id, s.hash = $hash, s.userAgent = $userAgent, s.signedInAt = $now, s.createdAt = $now,
  s.expiresAt = $expiresAt
RETURN s.id AS id
