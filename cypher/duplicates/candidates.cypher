// Ideas that another is compared with.
UNWIND $ids AS id
MATCH (i:Idea {id: id})
WHERE i.userId = $userId AND i.archived = false
RETURN i {.id, .title, .body,
  passages: COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
    RETURN {embedding: p.embedding, length: size(p.text)} ORDER BY p.position LIMIT $most
  }} AS idea
