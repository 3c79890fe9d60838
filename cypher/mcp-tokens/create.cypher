// The lock on the user, which a deletion takes too, comes before the look: no token outlives its user. MERGE by the new
// id: repeating it after a lost answer changes nothing.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MERGE (t:McpToken {id: $id})
ON CREATE SET
  t.userId = u.id, t.hash = $hash, t.hint = $hint, t.label = $label, t.scopes = $scopes, t.createdAt = $now,
  t.expiresAt = $expiresAt
RETURN t.id AS id
