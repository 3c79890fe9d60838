MATCH (l:Link {id: $id})<-[:HAS_LINK]-(i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH l, l.id AS id
DETACH DELETE l
RETURN id
