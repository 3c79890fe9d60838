// Deletes a link of an active idea; the file of an attachment is deleted later. A transaction of its own, which takes the ledger's lock first (graph/ledger-lock.cypher)
// and leaves a receipt; with the receipt of an earlier try it returns the same row. Within a transaction that has the lock,
// $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
OPTIONAL MATCH (i)-[:HAS_LINK]->(k:Link {id: $id})
WITH l, k, k IS NOT NULL OR receipt IS NOT NULL AS removed, i IS NOT NULL AS hasIdea
FOREACH (_ IN CASE WHEN k IS NOT NULL AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (key IN CASE WHEN k.attachmentId IS NULL THEN [] ELSE [k.attachmentId] END |
  MERGE (o:OrphanFile {key: key})
  SET o.deadline = 0
)
DETACH DELETE k
RETURN removed, hasIdea
