// Under the ledger's lock. A note makes an automatic relation a manual one.
MATCH (s:Idea {id: $sourceId})-[r:$($type) {id: $id}]->(:Idea {id: $targetId})
WHERE s.userId = $userId
SET r.note = $note, r.score = CASE WHEN $note IS NULL THEN r.score END
RETURN r.id AS id
