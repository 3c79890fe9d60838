// Changes the note of a relation, which is found by one index seek per type. A note makes an automatic relation a manual one.
// A transaction of its own, which takes the ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the
// receipt of an earlier try it writes nothing and returns the same row. Within a transaction that has the lock, $requestId
// is null.
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
WITH l, s, r, t, r IS NOT NULL AND receipt IS NULL AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  SET r.note = $note, r.score = CASE WHEN $note IS NULL THEN r.score END
)
RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: s.id, targetId: t.id} AS relation
