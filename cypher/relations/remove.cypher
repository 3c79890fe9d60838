// Deletes a relation, which is found by one index seek per type. Deleting a `duplicate` dismisses the pair of the two ideas. A
// transaction of its own, which takes the ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the
// receipt of an earlier try it returns the same row. Within a transaction that has the lock, $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL CALL () {
  UNWIND ['RELATED', 'PARENT', 'BLOCKS', 'INSPIRES', 'DUPLICATE', 'SUPERSEDES'] AS type
  MATCH (s:Idea)-[r:$(type) {id: $id}]->(t:Idea)
  WHERE s.userId = $userId
  RETURN s, r, t
}
WITH l, s, r, t, r IS NOT NULL OR receipt IS NOT NULL AS removed, r IS NOT NULL AS allowed, type(r) = 'DUPLICATE' AS isDuplicate
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
DELETE r
WITH s, t, removed, isDuplicate
CALL (s, t, isDuplicate) {
  MATCH (s)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(t)
  WHERE isDuplicate AND d.status IN ['pending', 'withdrawn']
  SET d.status = 'dismissed'
  WITH s, t
  MATCH (s)-[automatic:DUPLICATE]-(t)
  WHERE automatic.score IS NOT NULL
  DELETE automatic
}
RETURN removed
