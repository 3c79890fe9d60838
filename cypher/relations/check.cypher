// Under the ledger's lock: do both ends exist, and are they related like this already? A duplicate that
// the detector made has a score; the score of another type, which an import may bring, says nothing.
OPTIONAL MATCH (s:Idea {id: $sourceId})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: $targetId})
WHERE t.userId = $userId AND t.archived = false
RETURN s IS NOT NULL AS source, t IS NOT NULL AS target,
  head(COLLECT { MATCH (s)-[r:$($type)]->(t) RETURN r {.id, isAutomatic: $type = 'DUPLICATE' AND r.score IS NOT NULL} LIMIT 1 }) AS equal
