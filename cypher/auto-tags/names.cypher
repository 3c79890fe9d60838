// The names of a user's tags, the most used first.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey > ''
RETURN t.name AS name
ORDER BY COUNT { (t)<-[:TAGGED]-() } DESC, t.nameKey
LIMIT $limit
