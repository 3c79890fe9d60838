MATCH (g:OAuthGrant {id: $id})
SET g.payload = $payload
RETURN g.id AS id
