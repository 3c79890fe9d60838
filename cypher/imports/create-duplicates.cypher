// Under the ledger's lock: reviewed and pending pairs. Ideas of earlier batches may have been compared already: the file then
// determines the status of an existing pair, unless the user has decided about it. A pair of an idea that is gone has no row.
UNWIND $duplicates AS pair
MATCH (i:Idea {id: pair.ideaId})
MATCH (o:Idea {id: pair.duplicateOfId})
WHERE i.userId = $userId AND o.userId = $userId
CALL (pair, i, o) {
  OPTIONAL MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(known:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(o)
  RETURN known ORDER BY known.id LIMIT 1
}
CALL (pair, i, o, known) {
  WITH pair, i, o, known
  WHERE known IS NULL
  CREATE (p:DuplicatePair {id: pair.id, userId: $userId, createdAt: pair.createdAt})
  CREATE (p)-[:FLAGS]->(i)
  CREATE (p)-[:DUPLICATE_OF]->(o)
  RETURN p
  UNION
  WITH pair, i, o, known
  WHERE known IS NOT NULL
  RETURN known AS p
}
CALL (pair, i, o, p) {
  WITH pair, i, o, p
  WHERE p.status IS NULL OR p.status IN ['pending', 'withdrawn']
  SET p.score = pair.score, p.confidence = pair.confidence, p.reasons = pair.reasons, p.status = pair.status
  WITH i, o, p
  MATCH (i)-[automatic:DUPLICATE]-(o)
  WHERE automatic.score IS NOT NULL
  WITH p, automatic ORDER BY automatic.id
  WITH p, collect(automatic) AS all
  FOREACH (one IN CASE WHEN p.status = 'pending' THEN all[1..] ELSE all END | DELETE one)
}
RETURN pair.id AS id
