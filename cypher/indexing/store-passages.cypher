// The passages that jobs have made, where the idea is still as it was when the job began, and the live indexes are. It can
// be found by its meaning then, and is enriched next; where that was all, the job's row goes. The idea's label, which is there, takes the lock
// that changes and the deletion of the idea take first, too. Another job may have made the same.
UNWIND $results AS result
MATCH (i:Idea {id: result.ideaId})
SET i:Idea
WITH result, i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = result.version AND o.stage = 'indexing'
  AND COLLECT { MATCH (x:EmbeddingIndex) WHERE x.slot IN ['a', 'b'] AND x.state IN ['building', 'active'] RETURN x.id ORDER BY x.slot } = result.indexIds
SET o.stage = 'enrichment', o.dueAt = CASE o.rank WHEN 1 THEN 0 ELSE $now END, o.error = null, o.failedAt = null
FOREACH (done IN CASE WHEN result.isAll THEN [o] ELSE [] END | DETACH DELETE done)
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
