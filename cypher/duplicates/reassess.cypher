// Under the ledger's lock: each of the pairs on the side of the threshold where it belongs.
UNWIND $ids AS id
MATCH (d:DuplicatePair {id: id})
WHERE d.userId = $userId AND d.status IN ['pending', 'withdrawn'] AND d.confidence IS NOT NULL
  AND NOT EXISTS { MATCH (d)-[:FLAGS|DUPLICATE_OF]->(x:Idea) WHERE x.archived }
SET d.status = CASE WHEN d.confidence >= $threshold THEN 'pending' ELSE 'withdrawn' END
RETURN d.id AS id
