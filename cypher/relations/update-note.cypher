MATCH (s:Idea {id: $sourceId})-[r:$($type) {id: $id}]->(:Idea {id: $targetId})
WHERE s.userId = $userId
SET r.note = $note
RETURN r.id AS id
