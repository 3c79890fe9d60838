MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey > ''
WITH t LIMIT $limit
DETACH DELETE t
RETURN count(*) AS erased
