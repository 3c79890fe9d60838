// A grant that has not ended, of an open account.
MATCH (g:OAuthGrant {id: $id})
MATCH (u:User {id: g.userId})
WHERE g.expiresAt > $now AND u.closedAt IS NULL
RETURN g.payload AS payload
