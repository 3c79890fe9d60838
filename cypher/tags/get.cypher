MATCH (t:Tag {id: $id})
WHERE t.userId = $userId
RETURN t {.id, .name, .color, ideaCount: COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} AS tag
