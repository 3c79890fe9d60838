// Creates a link unless there is no such idea or it has $most links already. A transaction of its own, which takes the
// ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes nothing
// and returns the same row. Within a transaction that has the lock, $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH l, i, receipt IS NOT NULL AS repeated, COUNT { (i)-[:HAS_LINK]->() } < $most AS hasRoom
WITH *, NOT repeated AND i IS NOT NULL AND hasRoom AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  CREATE (i)-[:HAS_LINK]->(:Link {id: $id, url: $url, title: $title, linkType: $linkType, createdAt: $now})
)
RETURN allowed OR repeated AS created, i IS NOT NULL AS hasIdea
