// The ids of the newest ideas with one of the statuses and one of the tags (null: any), in index order, so that no more are read than needed.
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
  AND ($statuses IS NULL OR i.status IN $statuses)
  AND ($tagKeys IS NULL OR EXISTS { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys })
WITH i ORDER BY i.userId DESC, i.archived DESC, i.createdAt DESC, i.id DESC
LIMIT $limit
RETURN i.id AS id
