// The judge of duplicates is another: ideas with pending pairs are compared again, once. Priority 3 is work that nobody waits for.
MATCH (d:DuplicatePair)-[:FLAGS]->(i:Idea)
WHERE d.status = 'pending' AND i.archived = false
WITH DISTINCT i
CALL (i) {
  MERGE (o:Outbox {ideaId: i.id})
  ON CREATE SET o.userId = i.userId, o.version = i.updatedAt, o.stage = 'enrichment', o.priority = 3, o.dueAt = timestamp(), o.retry = 0
  MERGE (o)-[:ABOUT]->(i)
} IN TRANSACTIONS OF 1000 ROWS;
