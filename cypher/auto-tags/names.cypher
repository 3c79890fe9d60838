// A user's tags, those with most active ideas first.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey > ''
RETURN t.id AS id, t.name AS name
ORDER BY COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false } DESC, t.nameKey
LIMIT $limit
