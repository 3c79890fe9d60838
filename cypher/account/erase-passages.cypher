// Runs before the deletion of ideas, whose transactions would otherwise include thousands of vectors.
MATCH (p:Passage)
WHERE p.userId = $userId
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS erased
