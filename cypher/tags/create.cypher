// Creates a tag unless its name is taken or the account has $most tags already. A transaction of its own, which takes the
// ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes nothing
// and returns the same row. Within a transaction that has the lock, $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (equal:Tag {userId: $userId, nameKey: $nameKey})
CALL () {
  MATCH (t:Tag)
  WHERE t.userId = $userId AND t.nameKey > ''
  WITH t LIMIT $most
  RETURN count(t) AS existing
}
WITH l, receipt IS NOT NULL AS repeated, equal IS NOT NULL AS isTaken, existing < $most AS hasRoom
WITH *, NOT repeated AND NOT isTaken AND hasRoom AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  CREATE (:Tag {id: $id, userId: $userId, name: $name, nameKey: $nameKey, color: $color, createdAt: $now})
)
RETURN allowed OR repeated AS created, isTaken
