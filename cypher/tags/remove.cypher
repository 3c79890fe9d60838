// Deletes a tag; ideas with it remain. A transaction of its own, which takes the ledger's lock first (graph/ledger-lock.cypher)
// and leaves a receipt; with the receipt of an earlier try it returns the same row. Within a transaction that has the lock,
// $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (t:Tag {id: $id})
WHERE t.userId = $userId
WITH l, t, t IS NOT NULL OR receipt IS NOT NULL AS removed, t IS NOT NULL AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
DETACH DELETE t
RETURN removed
