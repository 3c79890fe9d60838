// Notes the last use of an access token at its grant.
MATCH (t:OAuthToken {hash: $hash})
MATCH (g:OAuthGrant {id: t.grantId})
SET g.lastUsedAt = $now
RETURN g.id AS id
