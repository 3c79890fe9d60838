// Like create.cypher, of type PARENT: `back` is a shortest path from target back to source, with which the relation would
// close a cycle. SHORTEST between two given nodes plans to a bidirectional search instead of an unbounded enumeration of
// trails.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (s:Idea {id: $sourceId})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: $targetId})
WHERE t.userId = $userId AND t.archived = false
WITH l, s, t, receipt IS NOT NULL AS repeated, CASE WHEN s <> t THEN t END AS other
OPTIONAL MATCH path = SHORTEST 1 (other)-[:PARENT]->+(s)
WITH l, s, t, repeated,
  head(COLLECT { MATCH (s)-[r:PARENT]->(t) RETURN r.id LIMIT 1 }) AS equal,
  CASE WHEN s = t THEN [t.id] ELSE [n IN nodes(path) | n.id] END AS back,
  CASE
    WHEN COUNT { (s)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } >= $most THEN s.id
    WHEN COUNT { (t)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } >= $most THEN t.id
  END AS full
WITH *, NOT repeated AND s IS NOT NULL AND t IS NOT NULL AND equal IS NULL AND back IS NULL AND full IS NULL AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  SET l.relatedAt = l.revision
  CREATE (s)-[:PARENT {id: $id, note: $note, createdAt: $createdAt}]->(t)
)
RETURN CASE WHEN allowed OR repeated THEN $id END AS id, $createdAt AS createdAt,
  s IS NOT NULL AS source, t IS NOT NULL AS target, equal, back, full
