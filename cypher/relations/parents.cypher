// The parent relations of one idea, oldest first.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (p:Idea)-[r:PARENT]->(i)
RETURN r.id AS id, p.id AS parentId ORDER BY r.createdAt, r.id
