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
  DELETE k
}
CALL () {
  MATCH (s:Session)
  WHERE s.userId = $userId
  DELETE s
}
RETURN u.id AS id
