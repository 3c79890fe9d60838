// Before the ideas, which would otherwise go with thousands of vectors at a time.
MATCH (p:Passage)
WHERE p.userId = $userId
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS erased
