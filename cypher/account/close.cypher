// First step of a deletion: without credentials nobody comes in, without a ledger nothing more is written.
MATCH (u:User {id: $userId})
SET u.closedAt = coalesce(u.closedAt, $now)
WITH u
CALL () {
  MATCH (l:Ledger {userId: $userId})
  DELETE l
}
CALL () {
  MATCH (k:ApiKey)
  WHERE k.userId = $userId
  WITH k, k.hash AS hash
  DELETE k
  RETURN collect(hash) AS keys
}
CALL () {
  MATCH (s:Session)
  WHERE s.userId = $userId
  WITH s, s.hash AS hash
  DELETE s
  RETURN collect(hash) AS sessions
}
RETURN keys + sessions AS hashes
