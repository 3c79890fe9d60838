MATCH (g:OAuthGrant)
WHERE g.expiresAt <= $before
WITH g LIMIT 10000
DELETE g
RETURN count(*) AS swept
