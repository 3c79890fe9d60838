// Grants that have ended. Locks one and finds it again before it judges, because a new token prolongs it, and Neo4j would take
// g.expiresAt from its cache.
MATCH (g:OAuthGrant)
WHERE g.expiresAt <= $before
WITH g LIMIT 10000
SET g:OAuthGrant
WITH g.id AS id
MATCH (ended:OAuthGrant {id: id})
WHERE ended.expiresAt <= $before
DELETE ended
RETURN count(*) AS swept
