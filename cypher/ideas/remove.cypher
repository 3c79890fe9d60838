// Under the ledger's lock: the idea for good, archived or not, with its links and its pairs of possible duplicates; its
// tags stay.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount - CASE WHEN i.archived THEN 0 ELSE 1 END
WITH i, i.id AS id, COLLECT { MATCH (i)-[:HAS_LINK]->(link:Link) RETURN link } AS links,
  COLLECT { MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(pair:DuplicatePair) RETURN pair } AS pairs
FOREACH (link IN links | DETACH DELETE link)
FOREACH (pair IN pairs | DETACH DELETE pair)
DETACH DELETE i
RETURN id
