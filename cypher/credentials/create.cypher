// Locks the user, as a deletion does, before it checks that the account is open, so that no credential outlives its user, and
// counts the others of its kind. Idempotent by MERGE on the new id. Neo4j also uses the index if the label is a parameter.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
WITH u, COUNT {
  MATCH (other:ApiKey|McpToken)
  WHERE other.userId = $userId AND other.id <> $id AND $nodeLabel IN labels(other)
    AND coalesce(other.expiresAt, $now + 1) > $now
} < $most AS hasRoom
FOREACH (_ IN CASE WHEN hasRoom THEN [1] ELSE [] END |
  MERGE (c:$($nodeLabel) {id: $id})
  ON CREATE SET
    c.userId = u.id, c.hash = $hash, c.hint = $hint, c.label = $label, c.scopes = $scopes, c.createdAt = $now,
    c.expiresAt = $expiresAt
)
RETURN hasRoom
