// Registered clients to which nothing is granted, nor was lately. Locks one and finds it again before it judges, because a grant uses
// it, and Neo4j would take c.lastUsedAt from its cache.
MATCH (c:OAuthClient)
WHERE c.createdAt <= $before AND coalesce(c.lastUsedAt, 0) <= $before AND NOT EXISTS {
  MATCH (g:OAuthGrant)
  WHERE g.clientId = c.id
}
WITH c LIMIT 1000
SET c:OAuthClient
WITH c.id AS id
MATCH (d:OAuthClient {id: id})
WHERE coalesce(d.lastUsedAt, 0) <= $before
DELETE d
RETURN count(*) AS swept
