MATCH (r:Reply)
WHERE r.userId = $userId
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS erased
