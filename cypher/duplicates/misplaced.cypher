// Pairs that another threshold puts on the other side.
MATCH (d:DuplicatePair)
WHERE d.userId = $userId AND d.status IN ['pending', 'withdrawn'] AND d.confidence IS NOT NULL
  AND (d.status = 'pending') <> (d.confidence >= $threshold)
RETURN d.id AS id LIMIT $limit
