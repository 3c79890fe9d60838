// Under the ledger's lock: reviewed and pending pairs.
UNWIND $duplicates AS pair
MATCH (i:Idea {id: pair.ideaId})
MATCH (o:Idea {id: pair.duplicateOfId})
WHERE i.userId = $userId AND o.userId = $userId
CREATE (p:DuplicatePair {
  id: pair.id, userId: $userId, score: pair.score, confidence: pair.confidence, reasons: pair.reasons, status: pair.status,
  createdAt: pair.createdAt
})
CREATE (p)-[:FLAGS]->(i)
CREATE (p)-[:DUPLICATE_OF]->(o)
RETURN count(*) AS count
