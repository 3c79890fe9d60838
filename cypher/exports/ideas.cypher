// Those of these ideas that still exist, archived or not.
MATCH (i:Idea)
WHERE i.id IN $ids AND i.userId = $userId
RETURN i {.id, .title, .body, .status, .source, .sourceUrl, .archived, .createdAt, .updatedAt,
  tags: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.id, t.name, t.color] ORDER BY x.position },
  autoTagIds: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) WHERE x.auto IS NOT NULL RETURN t.id },
  parentId: head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 }),
  survivorId: head(COLLECT { MATCH (i)-[:MERGED_INTO]->(s:Idea) RETURN s.id LIMIT 1 })} AS idea
