// A code or token of a grant, unless that has ended. Under the user's lock, like everything that ends grants, so that an ended
// grant gets no new token. A grant lives as long as the last of its tokens. Used refresh tokens are kept until they expire, because their
// second use tells of a theft; a grant that has too many gets no further one. Of other tokens the newest are kept: a client that refreshes
// all the time must not fill the database.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MATCH (g:OAuthGrant {id: $grantId})
WHERE g.userId = u.id AND g.expiresAt > $now
  AND ($kind <> 'RefreshToken' OR COUNT {
    MATCH (old:OAuthToken)
    WHERE old.grantId = g.id AND old.kind = $kind AND old.hash <> $hash
  } < $mostRefresh)
MERGE (t:OAuthToken {hash: $hash})
ON CREATE SET
  t.kind = $kind, t.userId = u.id, t.grantId = g.id, t.scopes = $scopes, t.payload = $payload, t.createdAt = $now,
  t.expiresAt = $expiresAt
SET g.expiresAt = CASE WHEN g.expiresAt < $expiresAt THEN $expiresAt ELSE g.expiresAt END
WITH COLLECT {
  MATCH (old:OAuthToken)
  WHERE old.grantId = t.grantId AND old.kind = t.kind AND $kind <> 'RefreshToken'
  RETURN old ORDER BY old.createdAt DESC SKIP $most
} AS surplus
WITH surplus, [old IN surplus | old.hash] AS hashes
FOREACH (old IN surplus | DELETE old)
RETURN hashes
