// The vectors of an idea's passages in one slot, with the lengths of their texts.
MATCH (i:Idea {id: $id})-[:HAS_PASSAGE]->(p:$($label))
WHERE i.userId = $userId
RETURN p.embedding AS embedding, size(p.text) AS length
ORDER BY p.position
LIMIT $limit
