// Under the ledger's lock: a pending pair of active ideas has one automatic relation (it carries a score), unless they are
// related as duplicates by hand, or one of them has $most relations; no other pair has one.
UNWIND $marks AS mark
CALL (mark) {
  MATCH (d:DuplicatePair {id: mark.id})
  WHERE d.userId = $userId
  MATCH (flagged:Idea)<-[:FLAGS]-(d)-[:DUPLICATE_OF]->(older:Idea)
  OPTIONAL MATCH (flagged)-[r:DUPLICATE]-(older)
  WITH d, flagged, older, collect(r) AS related, [x IN collect(r) WHERE x.score IS NOT NULL] AS automatic,
    d.status = 'pending' AND NOT flagged.archived AND NOT older.archived AS isShown
  WITH *, isShown AND size(related) = size(automatic) AS isAutomatic
  WITH *, isAutomatic AND size(related) = 0
    AND COUNT { (flagged)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } < $most
    AND COUNT { (older)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } < $most AS isMade
  FOREACH (x IN CASE WHEN isAutomatic THEN [] ELSE automatic END | DELETE x)
  FOREACH (x IN CASE WHEN isAutomatic THEN automatic ELSE [] END | SET x.score = d.score)
  FOREACH (_ IN CASE WHEN isMade THEN [1] ELSE [] END |
    CREATE (flagged)-[:DUPLICATE {id: mark.relationId, note: null, createdAt: $now, score: d.score}]->(older)
  )
}
RETURN mark.id AS id
