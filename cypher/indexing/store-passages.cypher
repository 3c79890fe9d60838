// Writes the passages of embedding jobs, unless the idea or the live indexes have changed since the job started. The idea
// then proceeds to enrichment. Setting the idea's existing label takes the lock that
// updates and deletions take first, too. Another job may have written the same passages.
UNWIND $results AS result
MATCH (i:Idea {id: result.ideaId})
SET i:Idea
WITH result, i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = result.version AND o.stage = 'indexing'
  AND COLLECT { MATCH (x:EmbeddingIndex) WHERE x.slot IN ['a', 'b'] AND x.state IN ['building', 'active'] RETURN x.id ORDER BY x.slot } = result.indexIds
SET o.stage = 'enrichment', o.dueAt = $now, o.error = null, o.attempts = null, o.failedAt = null
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
  WITH i, slot, added
  WHERE NOT EXISTS { MATCH (i)-[:HAS_PASSAGE]->(p:Passage) WHERE slot.label IN labels(p) AND p.hash = added.hash }
  CREATE (i)-[:HAS_PASSAGE]->(p:Passage {
    userId: i.userId, position: added.position, text: added.text, hash: added.hash, embedding: added.embedding
  })
  SET p:$(slot.label)
}
RETURN i.id AS id
