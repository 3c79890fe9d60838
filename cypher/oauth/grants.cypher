// The grants of a user that have not ended.
MATCH (g:OAuthGrant)
WHERE g.userId = $userId AND g.expiresAt > $now
RETURN g {.id, .clientName, .clientUri, .scopes, .createdAt, .lastUsedAt, .expiresAt} AS grant ORDER BY g.createdAt, g.id
