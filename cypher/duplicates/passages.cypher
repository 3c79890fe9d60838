// The passages of ideas in one slot.
UNWIND $ids AS id
MATCH (i:Idea {id: id})
WHERE i.userId = $userId
RETURN i.id AS id, COLLECT {
  MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
  RETURN {embedding: p.embedding, length: size(p.text)} ORDER BY p.position LIMIT $most
} AS passages
