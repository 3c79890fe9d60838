// Gives every idea of one tag another one instead, at its place, and deletes the one; an idea that has both keeps the place of the
// other, which is automatic only if both are. `tagIds` keeps the ids of the tags that the idea had, so that the undo of a merge of ideas
// (merges/) can take away one of them; it is null where no tag was merged. A transaction of its own, which takes the ledger's lock first
// (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes nothing and returns the same row.
// Within a transaction that has the lock, $requestId is null.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (from:Tag {id: $id})
WHERE from.userId = $userId
OPTIONAL MATCH (into:Tag {id: $intoId})
WHERE into.userId = $userId
WITH l, from, into, into IS NOT NULL AND (from IS NOT NULL OR receipt IS NOT NULL) AS merged,
  from IS NOT NULL AND into IS NOT NULL AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
WITH *
CALL (from, into, allowed) {
  WITH * WHERE allowed
  MATCH (from)<-[x:TAGGED]-(i)
  MERGE (i)-[y:TAGGED]->(into)
  ON CREATE SET y.position = x.position, y.auto = x.auto, y.tagIds = coalesce(x.tagIds, [from.id])
  ON MATCH SET y.auto = CASE WHEN x.auto IS NOT NULL THEN y.auto END,
    y.tagIds = coalesce(y.tagIds, [into.id]) + coalesce(x.tagIds, [from.id])
  RETURN count(*) AS ideas
}
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END | DETACH DELETE from)
RETURN CASE WHEN merged THEN
  into {.id, .name, .color, ideaCount: COUNT { MATCH (into)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} END AS tag
