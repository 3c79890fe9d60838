MATCH (p:DuplicatePair)
WHERE p.userId = $userId
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS erased
