MATCH (m:Import)
WHERE m.userId = $userId
WITH m LIMIT $limit
DELETE m
RETURN count(*) AS erased
