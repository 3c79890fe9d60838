// Under the ledger's lock: converts an automatic relation into a manual one.
MATCH (s:Idea {id: $sourceId})-[r:DUPLICATE {id: $id}]->(t:Idea {id: $targetId})
WHERE s.userId = $userId
SET r.score = null, r.note = $note
RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: s.id, targetId: t.id} AS relation
