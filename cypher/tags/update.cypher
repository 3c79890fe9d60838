// Changes a tag, which is given by its id or by its name ($was; the other one is null), unless its new name is taken. Without
// $name it keeps its name, with $keepsColor its colour. A transaction of its own, which takes the ledger's lock first
// (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try, after which the tag has its new name,
// it writes nothing and returns the same row. Within a transaction that has the lock, $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (byId:Tag {id: $id})
WHERE byId.userId = $userId
OPTIONAL MATCH (byName:Tag {userId: $userId, nameKey: CASE WHEN receipt IS NULL THEN $was ELSE coalesce($nameKey, $was) END})
WHERE $was IS NOT NULL
OPTIONAL MATCH (equal:Tag {userId: $userId, nameKey: $nameKey})
WITH l, receipt IS NOT NULL AS repeated, coalesce(byId, byName) AS t, equal
WITH *, coalesce(t <> equal, false) AS isTaken
WITH *, t IS NOT NULL AND NOT repeated AND NOT isTaken AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  SET t.name = coalesce($name, t.name), t.nameKey = coalesce($nameKey, t.nameKey),
    t.color = CASE WHEN $keepsColor THEN t.color ELSE $color END
)
RETURN isTaken,
  t {.id, .name, .color, ideaCount: COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} AS tag
