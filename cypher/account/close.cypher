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
  MATCH (t:McpToken)
  WHERE t.userId = $userId
  WITH t, t.hash AS hash
  DELETE t
  RETURN collect(hash) AS tokens
}
CALL () {
  MATCH (k:ProviderKey)
  WHERE k.userId = $userId AND k.provider > ''
  DELETE k
}
CALL () {
  MATCH (s:Session)
  WHERE s.userId = $userId
  WITH s, s.hash AS hash
  DELETE s
  RETURN collect(hash) AS sessions
}
RETURN keys + tokens + sessions AS hashes
