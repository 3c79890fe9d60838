MATCH (r:Receipt)
WHERE r.createdAt > 0 AND r.userId = $userId
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS erased
