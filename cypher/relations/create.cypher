// Under the ledger's lock, after the checks.
MATCH (s:Idea {id: $sourceId})
MATCH (t:Idea {id: $targetId})
WHERE s.userId = $userId AND t.userId = $userId
CREATE (s)-[r:$($type) {id: $id, note: $note, createdAt: $createdAt}]->(t)
RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: s.id, targetId: t.id} AS relation
