// A keyset page of the pairs of any status in which these ideas are flagged: of $ideaId only those after $id.
MATCH (i:Idea) USING INDEX i:Idea(id)
WHERE i.id IN $ids AND i.userId = $userId
MATCH (i)<-[:FLAGS]-(p:DuplicatePair)-[:DUPLICATE_OF]->(o:Idea)
WHERE i.id <> $ideaId OR p.id > $id
WITH i, p, o ORDER BY i.id, p.id LIMIT $limit
RETURN collect(p {.id, .score, .confidence, .reasons, .status, .createdAt, ideaId: i.id, duplicateOfId: o.id}) AS duplicates
