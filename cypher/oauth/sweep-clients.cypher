// Registered clients to which nothing is granted.
MATCH (c:OAuthClient)
WHERE c.createdAt <= $before AND NOT EXISTS {
  MATCH (g:OAuthGrant)
  WHERE g.clientId = c.id
}
WITH c LIMIT 1000
DELETE c
RETURN count(*) AS swept
