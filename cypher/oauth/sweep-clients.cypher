// Registered clients to which nothing is granted, nor was lately.
MATCH (c:OAuthClient)
WHERE c.createdAt <= $before AND coalesce(c.lastUsedAt, 0) <= $before AND NOT EXISTS {
  MATCH (g:OAuthGrant)
  WHERE g.clientId = c.id
}
WITH c LIMIT 1000
DELETE c
RETURN count(*) AS swept
