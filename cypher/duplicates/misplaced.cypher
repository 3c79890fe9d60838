// Pairs that another threshold puts on the other side; an archived idea is in none that is shown.
MATCH (d:DuplicatePair)
WHERE d.userId = $userId AND d.status IN ['pending', 'withdrawn'] AND d.confidence IS NOT NULL
  AND (d.status = 'pending') <> (d.confidence >= $threshold)
  AND NOT EXISTS { MATCH (d)-[:FLAGS|DUPLICATE_OF]->(x:Idea) WHERE x.archived }
RETURN d.id AS id LIMIT $limit
