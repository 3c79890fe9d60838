// Under the user's lock, which a sign-in takes too. $expected is the verified hash ('' for none), null for the operator. The
// new hash is accepted as well, so that a repetition after a lost response returns the same tokens.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
  AND ($expected IS NULL OR coalesce(u.passwordHash, '') IN [$expected, $passwordHash])
SET u.passwordHash = $passwordHash
WITH u
CALL (u) {
  MATCH (s:Session)
  WHERE s.userId = u.id AND s.signInId <> $keep
  SET s.expiresAt = 0
  RETURN collect(s.hash) AS hashes
}
RETURN hashes
