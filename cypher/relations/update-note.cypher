// Under the ledger's lock. A note makes what the detector has made its user's own.
MATCH (s:Idea {id: $sourceId})-[r:$($type) {id: $id}]->(:Idea {id: $targetId})
WHERE s.userId = $userId
SET r.note = $note, r.score = CASE WHEN $note IS NULL THEN r.score END
RETURN r.id AS id
