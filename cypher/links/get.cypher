MATCH (l:Link {id: $id})<-[:HAS_LINK]-(i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN l {.id, .url, .title, .linkType, .createdAt} AS link
