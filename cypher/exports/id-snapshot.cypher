// A keyset page of a user's active or archived ideas, oldest first, with what is needed to order the file and divide it into
// pages: an idea must come after the one that it refers to (its oldest parent, or the survivor of its merge).
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = $archived AND i.createdAt >= $createdAt AND i.id > 0
  AND (i.createdAt > $createdAt OR i.id > $id)
WITH i ORDER BY i.userId, i.archived, i.createdAt, i.id LIMIT $limit
RETURN collect([i.id, i.createdAt, size(i.body),
  CASE WHEN $archived THEN head(COLLECT { MATCH (i)-[:MERGED_INTO]->(s:Idea) RETURN s.id LIMIT 1 })
  ELSE head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 }) END]) AS ideas
