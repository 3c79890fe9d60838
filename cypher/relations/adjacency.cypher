// A keyset page of a user's active ideas, oldest first: id, createdAt, the ideas that it blocks, and those that it is the
// parent of.
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt >= $createdAt AND i.id > 0
  AND (i.createdAt > $createdAt OR i.id > $id)
WITH i ORDER BY i.userId, i.archived, i.createdAt, i.id LIMIT $limit
RETURN collect([i.id, i.createdAt,
  COLLECT { MATCH (i)-[:BLOCKS]->(o:Idea) RETURN o.id }, COLLECT { MATCH (i)-[:PARENT]->(o:Idea) RETURN o.id }]) AS ideas
