MATCH (t:OAuthToken)
WHERE t.expiresAt <= $before
WITH t LIMIT 10000
DELETE t
RETURN count(*) AS swept
