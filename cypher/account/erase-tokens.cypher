// The codes and refresh tokens of grants.
MATCH (t:OAuthToken)
WHERE t.userId = $userId
WITH t LIMIT $limit
DELETE t
RETURN count(*) AS erased
