// A relation by id: one index seek per type.
UNWIND ['RELATED', 'PARENT', 'BLOCKS', 'INSPIRES', 'DUPLICATE', 'SUPERSEDES'] AS type
MATCH (s:Idea)-[r:$(type) {id: $id}]->(t:Idea)
WHERE s.userId = $userId
RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: s.id, targetId: t.id} AS relation
