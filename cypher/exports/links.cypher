// A keyset page of the links of these ideas: of $ideaId only those after $id.
MATCH (i:Idea) USING INDEX i:Idea(id)
WHERE i.id IN $ids AND i.userId = $userId
MATCH (i)-[:HAS_LINK]->(l:Link)
WHERE i.id <> $ideaId OR l.id > $id
WITH i, l ORDER BY i.id, l.id LIMIT $limit
RETURN collect(l {.id, .url, .title, .linkType, .createdAt, ideaId: i.id,
  file: CASE WHEN l.attachmentId IS NOT NULL THEN l {.attachmentId, .bytes, .mediaType} END}) AS links
