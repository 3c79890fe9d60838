// The lock on the user, which a deletion takes too, comes before the look: no key outlives its user. MERGE by the new
// id: repeating it after a lost answer changes nothing.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MERGE (k:ApiKey {id: $id})
ON CREATE SET
  k.userId = u.id, k.hash = $hash, k.hint = $hint, k.label = $label, k.scopes = $scopes, k.createdAt = $now
RETURN k.id AS id
