// The results of jobs and the end of their rows, where the idea is still as it was when the job began, and the live indexes
// are. The idea's label, which is there, takes the lock that changes and the deletion of the idea take first, too.
UNWIND $results AS result
MATCH (i:Idea {id: result.ideaId})
SET i:Idea
WITH result, i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = result.version
  AND COLLECT { MATCH (x:EmbeddingIndex) WHERE x.slot IN ['a', 'b'] AND x.state IN ['building', 'active'] RETURN x.id ORDER BY x.slot } = result.indexIds
DETACH DELETE o
WITH result, i
CALL (result, i) {
  UNWIND result.slots AS slot
  MATCH (i)-[:HAS_PASSAGE]->(p:Passage)
  WHERE slot.label IN labels(p) AND NOT p.hash IN slot.hashes
  DETACH DELETE p
}
CALL (result, i) {
  UNWIND result.slots AS slot
  UNWIND range(0, size(slot.hashes) - 1) AS position
  MATCH (i)-[:HAS_PASSAGE]->(p:Passage)
  WHERE slot.label IN labels(p) AND p.hash = slot.hashes[position]
  SET p.position = position
}
CALL (result, i) {
  UNWIND result.slots AS slot
  UNWIND slot.added AS added
  CREATE (i)-[:HAS_PASSAGE]->(p:Passage {
    userId: i.userId, position: added.position, text: added.text, hash: added.hash, embedding: added.embedding
  })
  SET p:$(slot.label)
}
RETURN i.id AS id
