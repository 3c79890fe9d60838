// A relation by id: one index seek per type.
CALL () {
  MATCH (s:Idea)-[r:RELATED {id: $id}]->(t:Idea)
  RETURN r, s, t
  UNION
  MATCH (s:Idea)-[r:PARENT {id: $id}]->(t:Idea)
  RETURN r, s, t
  UNION
  MATCH (s:Idea)-[r:BLOCKS {id: $id}]->(t:Idea)
  RETURN r, s, t
  UNION
  MATCH (s:Idea)-[r:INSPIRES {id: $id}]->(t:Idea)
  RETURN r, s, t
  UNION
  MATCH (s:Idea)-[r:DUPLICATE {id: $id}]->(t:Idea)
  RETURN r, s, t
  UNION
  MATCH (s:Idea)-[r:SUPERSEDES {id: $id}]->(t:Idea)
  RETURN r, s, t
}
WITH r, s, t
WHERE s.userId = $userId
RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: s.id, targetId: t.id} AS relation
