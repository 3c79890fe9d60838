MATCH (s:Idea {id: $sourceId})-[r:$($type) {id: $id}]->(:Idea {id: $targetId})
WHERE s.userId = $userId
WITH r, r.id AS id
DELETE r
RETURN id
