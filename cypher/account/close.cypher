// First step of a deletion: without credentials nobody comes in, without a ledger nothing more is written.
MATCH (u:User {id: $userId})
SET u.closedAt = coalesce(u.closedAt, $now)
WITH u
OPTIONAL MATCH (l:Ledger {userId: $userId})
DELETE l
WITH DISTINCT u
CALL (u) {
  MATCH (k:ApiKey {userId: $userId})
  WITH k, k.hash AS hash
  DELETE k
  RETURN collect(hash) AS keys
}
CALL (u) {
  MATCH (s:Session {userId: $userId})
  WITH s, s.hash AS hash
  DELETE s
  RETURN collect(hash) AS sessions
}
RETURN keys + sessions AS hashes
