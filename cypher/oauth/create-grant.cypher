// Locks the user, as a deletion does, before it checks that the account is open, so that no grant outlives its user, and counts
// the others. The id is that of the request: whoever answers it again changes the grant.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
WITH u, COUNT {
  MATCH (other:OAuthGrant)
  WHERE other.userId = $userId AND other.id <> $id AND other.expiresAt > $now
} < $most AS hasRoom
FOREACH (_ IN CASE WHEN hasRoom THEN [1] ELSE [] END |
  MERGE (g:OAuthGrant {id: $id})
  ON CREATE SET
    g.userId = u.id, g.clientId = $clientId, g.clientName = $clientName, g.clientUri = $clientUri, g.audience = $audience,
    g.createdAt = $now, g.expiresAt = $expiresAt
  SET g.scopes = $scopes
)
WITH hasRoom
OPTIONAL MATCH (c:OAuthClient {id: $clientId})
SET c.lastUsedAt = $now
RETURN hasRoom
