// Under the ledger's lock, after the checks. `full` is an end that has $most relations already: then nothing is created.
// An import that is under way sees by relatedAt that it must look for cycles.
MATCH (l:Ledger {userId: $userId})
SET l.relatedAt = l.revision
WITH l
MATCH (s:Idea {id: $sourceId})
MATCH (t:Idea {id: $targetId})
WHERE s.userId = $userId AND t.userId = $userId
WITH s, t, CASE
  WHEN COUNT { (s)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } >= $most THEN s.id
  WHEN COUNT { (t)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } >= $most THEN t.id
END AS full
FOREACH (_ IN CASE WHEN full IS NULL THEN [1] ELSE [] END |
  CREATE (s)-[:$($type) {id: $id, note: $note, createdAt: $createdAt}]->(t)
)
RETURN full
