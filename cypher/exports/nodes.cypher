// Those of these ideas that still exist and are active, as nodes of a graph.
MATCH (i:Idea)
WHERE i.id IN $ids AND i.userId = $userId AND i.archived = false
RETURN i {.id, .title, .status, .archived, .createdAt,
  connectionCount: COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() },
  tags: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.id, t.name, t.color] ORDER BY x.position }} AS idea
