// Creates a relation if nothing speaks against it, and tells otherwise what does: an end that is not there, an equal relation,
// or `full`, an end that has $most relations already, besides an automatic one that goes. A transaction of its own, which
// takes the ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes
// nothing and returns the same row. Within a transaction that has the lock, $requestId is null. An automatic `duplicate` (it
// has a score; scores of other types, which older imports may contain, mean nothing) becomes that of the user, and one in the other
// direction goes. An import that is under way sees by relatedAt that it must look for cycles.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (s:Idea {id: $sourceId})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: $targetId})
WHERE t.userId = $userId AND t.archived = false
WITH l, s, t, receipt IS NOT NULL AS repeated,
  head(COLLECT {
    MATCH (s)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(t)
    WHERE type(r) = $type
    RETURN r LIMIT 1
  }) AS same,
  CASE $type WHEN 'DUPLICATE' THEN [(s)<-[r:DUPLICATE]-(t) WHERE r.score IS NOT NULL | r] ELSE [] END AS opposite
WITH *, CASE
    WHEN COUNT { (s)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } - size(opposite) >= $most THEN s.id
    WHEN COUNT { (t)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } - size(opposite) >= $most THEN t.id
  END AS full, same.id AS sameId, coalesce(same.createdAt, $createdAt) AS createdAt,
  $type = 'DUPLICATE' AND same.score IS NOT NULL AS automatic
WITH *, NOT repeated AND s IS NOT NULL AND t IS NOT NULL AND (automatic OR same IS NULL AND full IS NULL) AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed AND automatic THEN [1] ELSE [] END | SET same.score = null, same.note = $note)
FOREACH (_ IN CASE WHEN allowed AND NOT automatic THEN [1] ELSE [] END |
  SET l.relatedAt = l.revision
  CREATE (s)-[:$($type) {id: $id, note: $note, createdAt: $createdAt}]->(t)
)
FOREACH (r IN CASE WHEN allowed THEN opposite ELSE [] END | DELETE r)
RETURN CASE WHEN allowed OR repeated THEN coalesce(sameId, $id) END AS id, createdAt,
  s IS NOT NULL AS source, t IS NOT NULL AS target, sameId AS equal, null AS back, full
