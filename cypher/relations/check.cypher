// Under the ledger's lock: whether both ends exist, and an equal relation. A `duplicate` with a score was created by duplicate
// detection; scores of other types, which imports may contain, mean nothing.
OPTIONAL MATCH (s:Idea {id: $sourceId})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: $targetId})
WHERE t.userId = $userId AND t.archived = false
RETURN s IS NOT NULL AS source, t IS NOT NULL AS target,
  head(COLLECT { MATCH (s)-[r:$($type)]->(t) RETURN r {.id, isAutomatic: $type = 'DUPLICATE' AND r.score IS NOT NULL} LIMIT 1 }) AS equal
