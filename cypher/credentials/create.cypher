// Locks the user, as a deletion does, before it checks that the account is open, so that no credential outlives its user.
// Idempotent by MERGE on the new id. Neo4j also uses the index if the label is a parameter.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MERGE (c:$($nodeLabel) {id: $id})
ON CREATE SET
  c.userId = u.id, c.hash = $hash, c.hint = $hint, c.label = $label, c.scopes = $scopes, c.createdAt = $now,
  c.expiresAt = $expiresAt
RETURN c.id AS id
