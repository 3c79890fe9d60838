// A keyset page of the outgoing relations of these ideas: of $ideaId only those after $id.
MATCH (i:Idea) USING INDEX i:Idea(id)
WHERE i.id IN $ids AND i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(t:Idea)
WHERE i.id <> $ideaId OR r.id > $id
WITH i, r, t ORDER BY i.id, r.id LIMIT $limit
RETURN collect(r {.id, .note, .createdAt, .score, type: type(r), sourceId: i.id, targetId: t.id}) AS relations
